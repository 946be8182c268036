import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { procedureOf } from '../../memory/procedural/procedure.js'
import { saidAsMarks } from '../../memory/recall/text/sentence-mark.js'
import { isSettled } from '../../memory/review/decision.js'
import { type ReviewChoice, type ReviewQuestion, reviewChoices, reviewTopics } from '../../memory/review/question.js'
import { findSaidAsDoubt } from '../../memory/review/said-as-doubt.js'
import { maySayTheSame } from '../../memory/review/sameness.js'
import { mayBeOneSkill } from '../../memory/review/skill-pair.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { formatTime } from '../../memory/time.js'
import { trustLevels, trustOf } from '../../memory/trust/trust.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { type Caller, isVisible } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import type { Using } from '../machinery/operation-context.js'
import { yieldIfDue } from '../machinery/run-in-slices.js'
import { isOpenToReview, lacksAnswers } from './find-questions.js'

/** Enough to judge most texts; `get_memory` reads the rest. */
const maxCharacters = 1_500

const shownText = z.object({
  id: z.string(),
  text: z.string(),
  truncated: z.literal(true).optional(),
  timestamp: fields.timestamp,
  /** Where it came from, unless it was stated here. */
  origin: z.enum(trustLevels).optional(),
  said_as: z.enum(saidAsMarks).optional(),
})

export const itemFields = z.object({
  item: z.string(),
  topic: z.enum(reviewTopics),
  ask: z.string(),
  /** The earlier one first. */
  texts: z.array(shownText),
  /** The sentence in doubt. */
  quote: z.string().optional(),
  choices: z.array(z.enum(reviewChoices)),
})
export type ReviewItem = z.output<typeof itemFields>

/** A question whose memories are there, current and visible, and which nobody has settled. */
export interface OpenQuestion {
  readonly question: ReviewQuestion
  readonly about: StoredMemory
  readonly other: StoredMemory | undefined
  readonly choices: readonly ReviewChoice[]
  readonly quote?: string
}

/** In the order of the questions; undefined for one that is no longer open to this caller. */
export async function openQuestions(
  questions: readonly ReviewQuestion[],
  { memories }: Using<MemoryReader>,
  caller: Caller,
): Promise<(OpenQuestion | undefined)[]> {
  const ids = [...new Set(questions.flatMap(({ about, other }) => (other === null ? [about] : [about, other])))]
  const open = new Map<string, StoredMemory>()
  for (const memory of await memories.get(ids)) {
    if (memory !== undefined && isVisible(memory, caller) && isOpenToReview(memory)) open.set(memory.id, memory)
    await yieldIfDue({})
  }
  return questions.map((question) => {
    const about = open.get(question.about)
    const other = question.other === null ? undefined : open.get(question.other)
    if (about === undefined || (question.other !== null && other === undefined)) return undefined
    return toOpen(question, about, other)
  })
}

function toOpen(
  question: ReviewQuestion,
  about: StoredMemory,
  other: StoredMemory | undefined,
): OpenQuestion | undefined {
  const { topic } = question
  if (other !== undefined && (isSettled(about.facets, topic, other.id) || isSettled(other.facets, topic, about.id)))
    return undefined
  if (other === undefined && isSettled(about.facets, topic, null)) return undefined
  const open = { question, about, other }
  switch (topic) {
    case 'replaces':
      return { ...open, choices: ['replaces', 'both_true', 'unsure'] }
    case 'same': {
      const same = maySayTheSame(about.text, other!.text) ? (['same'] as const) : []
      return { ...open, choices: [...same, 'replaces', 'both_true', 'unsure'] }
    }
    case 'merge':
      if (!mayBeOneSkill(procedureOf(about.facets), procedureOf(other!.facets))) return undefined
      return { ...open, choices: ['same', 'different', 'unsure'] }
    case 'said_as': {
      const doubt = findSaidAsDoubt(about.text, about.saidAs)
      if (doubt === undefined) return undefined
      return { ...open, quote: doubt.quote, choices: [...doubt.ways.map((way) => way ?? 'stated'), 'unsure'] }
    }
    case 'answers':
      return lacksAnswers(about) ? { ...open, choices: ['answers', 'none', 'unsure'] } : undefined
  }
}

/** What is asked in words; the choices say how to answer. */
const askings: Readonly<Record<ReviewQuestion['topic'], string>> = {
  replaces:
    'Does the second make the first untrue? For `replaces`, give `quote`: the words of the second that show it.',
  same: 'Do both say the same (then the second is hidden), or does the second make the first untrue (`quote` its words)?',
  merge:
    'Are these two one skill? `same`: the one with less success is deprecated, its own steps are kept as variants.',
  said_as: 'How does the text as a whole say it: as what is so, planned, asked, denied, or what others say?',
  answers:
    'Which questions does it answer? Give `answers`: two short ones, in words its person may use later; else `none`.',
}

/** The item as its caller gets it. */
export function toItem(item: string, { question, about, other, choices, quote }: OpenQuestion): ReviewItem {
  const texts = [about, ...(other === undefined ? [] : [other])].sort(byAge)
  return {
    item,
    topic: question.topic,
    ask: askings[question.topic],
    texts: texts.map(toText),
    ...(quote === undefined ? {} : { quote: redactSecrets(quote).text }),
    choices: [...choices],
  }
}

const byAge = (a: StoredMemory, b: StoredMemory): number => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1)

function toText(memory: StoredMemory): ReviewItem['texts'][number] {
  const { id, text, happenedAt, saidAs } = memory
  const beginning = Array.from(text.slice(0, 2 * maxCharacters))
  const isCut = beginning.length > maxCharacters || text.length > 2 * maxCharacters
  const origin = trustOf(memory)
  return {
    id,
    // Nobody asked for its text, so that secrets in it are not repeated.
    text: redactSecrets(isCut ? beginning.slice(0, maxCharacters).join('') : text).text,
    ...(isCut ? { truncated: true as const } : {}),
    timestamp: formatTime(happenedAt),
    ...(origin === 'stated' ? {} : { origin }),
    ...(saidAs === null ? {} : { said_as: saidAs }),
  }
}
