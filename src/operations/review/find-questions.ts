import { needsAnswers } from '../../memory/answering/needs-answers.js'
import { outcomeOf } from '../../memory/episodic/outcome.js'
import type { Kind, StoredMemory } from '../../memory/memory.js'
import { procedureOf } from '../../memory/procedural/procedure.js'
import { isSettled } from '../../memory/review/decision.js'
import type { ReviewQuestion, ReviewTopic } from '../../memory/review/question.js'
import { findSaidAsDoubt } from '../../memory/review/said-as-doubt.js'
import { mayBeOneSkill } from '../../memory/review/skill-pair.js'
import { isQuarantined } from '../../memory/trust/may-inject.js'
import { trustOf } from '../../memory/trust/trust.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import { nearestInScope } from '../consolidation/nearest-in-scope.js'
import { type Caller, isVisible } from '../machinery/caller.js'
import type { Recalling, Using } from '../machinery/operation-context.js'
import { findReplaceable } from '../writing/may-replace.js'

/** As the audit's near duplicates (AUD2), and as CON4's skills. */
const minCosine: Readonly<Partial<Record<Kind, number>>> = { episode: 0.95, note: 0.95, lesson: 0.95, procedure: 0.85 }
const maxNear = 5

export type Finding = Using<MemoryReader & MemorySearch, Recalling>

/** Judging a text from elsewhere takes about a millisecond for each kilobyte; a longer one is a document, not one statement. */
const maxForeign = 4_000

/** A memory that a review may ask about: what is hidden, closed, or waits in quarantine (HOK13) is shown to no agent. */
export const isOpenToReview = (memory: StoredMemory): boolean =>
  memory.state === 'active' &&
  memory.validTo === null &&
  (trustOf(memory) === 'stated' || (memory.text.length <= maxForeign && !isQuarantined(memory)))

const isSettledPair = (one: StoredMemory, other: StoredMemory): boolean =>
  isSettled(one.facets, 'same', other.id) || isSettled(other.facets, 'same', one.id)

/** OPS7: what is in doubt about this memory and the earlier ones, the most urgent first. */
export async function findQuestions(memory: StoredMemory, context: Finding, caller: Caller): Promise<ReviewQuestion[]> {
  if (!isOpenToReview(memory)) return []
  const { id } = memory
  const near = await findNear(memory, context)
  const replaceable = memory.kind === 'procedure' ? [] : await findReplaceable(memory, context, caller)
  const paired = new Set(near.map((each) => each.id))
  const earlier = replaceable.filter(
    (each) => !paired.has(each.id) && isEarlier(each, memory) && isVisible(each, caller) && isOpenToReview(each),
  )
  const topic: ReviewTopic = memory.kind === 'procedure' ? 'merge' : 'same'
  const pairs = [
    ...earlier.map((each) => ({ question: { topic: 'replaces' as const, about: each.id, other: id }, each })),
    ...near.map((each) => ({ question: { topic, about: id, other: each.id }, each })),
  ]
  const found: ReviewQuestion[] = pairs
    .filter(({ each }) => !isSettledPair(memory, each))
    .map(({ question }) => question)
  const isDoubtful =
    !isSettled(memory.facets, 'said_as', null) && findSaidAsDoubt(memory.text, memory.saidAs) !== undefined
  return isDoubtful ? [...found, { topic: 'said_as', about: id, other: null }] : found
}

/** The nearest earlier memory that may be the same, or the skills that may be one. */
async function findNear(memory: StoredMemory, context: Finding): Promise<StoredMemory[]> {
  const { kind, facets } = memory
  const floor = minCosine[kind]
  if (floor === undefined) return []
  const skill = procedureOf(facets)
  const filter = kind === 'procedure' ? { kinds: [kind], facets: { domain: skill.domain } } : { kinds: [kind] }
  const [near] = await nearestInScope([memory], { ...filter, most: maxNear, minCosine: floor }, context)
  if (near.length === 0) return []
  const others = (await context.memories.get(near.map(({ id }) => id))).filter(
    (other) => other !== undefined && isOpenToReview(other) && isEarlier(other, memory),
  ) as StoredMemory[]
  if (kind === 'procedure') return others.filter((other) => mayBeOneSkill(procedureOf(other.facets), skill))
  return others.filter((other) => outcomeOf(other.facets) === outcomeOf(facets)).slice(0, 1)
}

/** Each pair is found once, from its newer memory. */
const isEarlier = (one: StoredMemory, other: StoredMemory): boolean =>
  one.happenedAt < other.happenedAt || (one.happenedAt === other.happenedAt && one.id < other.id)

/** REC25: whether it may be asked which questions this memory answers. */
export const lacksAnswers = (memory: StoredMemory): boolean =>
  isOpenToReview(memory) && needsAnswers(memory) && !isSettled(memory.facets, 'answers', null)
