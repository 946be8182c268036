import { isJsonObject } from '../../plain-object.js'
import type { Facets, Json } from '../memory.js'
import { type SaidAs, saidAsMarks } from '../recall/text/sentence-mark.js'
import { type ReviewChoice, type ReviewQuestion, reviewChoices, reviewTopics } from './question.js'

/** What a review settled about a memory: provenance of what it changed, and a question that is not asked again. */
export interface ReviewDecision {
  readonly topic: ReviewQuestion['topic']
  readonly choice: ReviewChoice
  /** The other memory of a pair. */
  readonly with?: string
}

/** Our own facet; versioned, exported and erased with the memory. */
const facet = 'reviewed'

function toDecision(value: Json): readonly ReviewDecision[] {
  if (!isJsonObject(value)) return []
  const topic = reviewTopics.find((each) => each === value.topic)
  const choice = reviewChoices.find((each) => each === value.choice)
  if (topic === undefined || choice === undefined) return []
  return [{ topic, choice, ...(typeof value.with === 'string' ? { with: value.with } : {}) }]
}

/** A foreign import may bring anything under this name. */
export function decisionsIn(facets: Facets): readonly ReviewDecision[] {
  const stored = facets[facet]
  return Array.isArray(stored) ? stored.flatMap(toDecision) : []
}

export function withDecision(facets: Facets, question: ReviewQuestion, choice: ReviewChoice): Facets {
  const { topic, other } = question
  const decision = { topic, choice, ...(other === null ? {} : { with: other }) }
  const others = decisionsIn(facets).filter((each) => each.topic !== topic || each.with !== decision.with)
  return { ...facets, [facet]: [...others, decision].map((each) => ({ ...each })) }
}

/** Whether a question about this memory, and `other`, was settled. A pair is settled for every topic at once. */
export const isSettled = (facets: Facets, topic: ReviewQuestion['topic'], other: string | null): boolean =>
  decisionsIn(facets).some((each) => (other === null ? each.topic === topic : each.with === other))

/** The facets of a new text: what was settled about an earlier one does not hold for it. */
export function withoutDecisions({ [facet]: _, ...facets }: Facets): Facets {
  return facets
}

/** How the text is said, by a review where there was one. */
export function saidAsIn(facets: Facets, byRules: SaidAs | null): SaidAs | null {
  const choice = decisionsIn(facets).find(({ topic }) => topic === 'said_as')?.choice
  if (choice === undefined || choice === 'unsure') return byRules
  return saidAsMarks.find((mark) => mark === choice) ?? null
}
