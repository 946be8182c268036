import { recency } from '../activation/recency.js'
import { dayMs } from '../time.js'
import type { Candidate } from './candidates.js'
import { cues } from './constants.js'
import { mayHoldPhrase } from './phrase.js'
import type { Query } from './query.js'
import type { TimeSpan } from './time-spans.js'

/** What else speaks for or against a memory, in the order in which `writeCues` writes them. */
const cueNames = [
  'speaker',
  'question',
  'time',
  'substance',
  'verbosity',
  'date',
  'phrase',
  'identifier',
  'recency',
] as const

type Cues = Readonly<Record<(typeof cueNames)[number], number>>

/** What the cues need of the query and the set as a whole. */
export interface CueContext {
  readonly query: Query
  readonly speakers: ReadonlySet<string>
  /** The terms that are exact identifiers. */
  readonly identifiers: readonly number[]
  /** Memories that a reader of the texts found a quoted phrase in; without it, all the phrase's words will do. */
  readonly phraseHolders: ReadonlySet<string> | undefined
}

const yearMs = 31_556_952_000

/** The speakers among the candidates that the query names, by any part of their name. */
function speakersNamed(query: Query, candidates: readonly Candidate[]): ReadonlySet<string> {
  const speakers = new Set<string>()
  for (const { speaker } of candidates) if (speaker !== null) speakers.add(speaker)
  return new Set([...speakers].filter((speaker) => speaker.split(' ').some((part) => query.folded.has(part))))
}

export function cueContextOf(
  query: Query,
  candidates: readonly Candidate[],
  phraseHolders: ReadonlySet<string> | undefined,
): CueContext {
  const identifiers = query.words.filter((word) => word.isIdentifier).map((word) => word.terms[0])
  return { query, speakers: speakersNamed(query, candidates), identifiers, phraseHolders }
}

/** 1 within the span, then falling: what happened is told in the days after. */
function closeness({ from, to, recursYearly }: TimeSpan, happenedAt: number): number {
  // To the year in which it is nearest to the middle of the span.
  const years = recursYearly ? Math.round(((from + to) / 2 - happenedAt) / yearMs) : 0
  const at = happenedAt + years * yearMs
  if (at < from) return 0
  return at < to ? 1 : Math.exp(-(at - to) / dayMs / cues.dateFadeDays)
}

/** How well the time that the query names is met, 0 to 1: by when it happened, or by a date in its text. */
export function timelinessOf({ spans, dateTerms }: Query, candidate: Candidate): number {
  let best = 0
  for (const span of spans) best = Math.max(best, closeness(span, candidate.happenedAt))
  for (const term of dateTerms) if (candidate.termCount(term) > 0) best = 1
  return best
}

/** Each already weighted. */
export function cuesOf(candidate: Candidate, context: CueContext): Cues {
  const written = new Float64Array(cueNames.length)
  writeCues(candidate, context, written)
  return Object.fromEntries(cueNames.map((name, place) => [name, written[place]])) as Cues
}

/** What they add to. `room` is written over: an object for each of thousands of candidates was much of the garbage. */
export function addCues(score: number, candidate: Candidate, context: CueContext, room: Float64Array): number {
  writeCues(candidate, context, room)
  return score + (room[0] + room[1] + room[2] + room[3] + room[4]) + (room[5] + room[6] + room[7] + room[8])
}

export const roomForCues = (): Float64Array => new Float64Array(cueNames.length)

function writeCues(
  candidate: Candidate,
  { query, speakers, identifiers, phraseHolders }: CueContext,
  written: Float64Array,
): void {
  const { speaker, contentTokens } = candidate
  const logTokens = Math.log(1 + contentTokens)
  const hasPhrase = phraseHolders === undefined ? mayHoldPhrase(query, candidate) : phraseHolders.has(candidate.id)
  const hasIdentifier = identifiers.length > 0 && identifiers.some((term) => candidate.termCount(term) > 0)
  written[0] = speakers.size === 0 || speaker === null ? 0 : speakers.has(speaker) ? cues.speaker : -cues.speaker
  written[1] = candidate.isQuestion ? cues.question : 0
  written[2] = query.asksForTime && candidate.namesTime ? cues.time : 0
  written[3] = cues.substance * Math.min(1, contentTokens / cues.substanceTokens)
  written[4] = cues.verbosity * Math.min(cues.verbosityMost, Math.max(0, logTokens - cues.verbosityFrom))
  written[5] = cues.date * timelinessOf(query, candidate)
  written[6] = hasPhrase ? cues.phrase : 0
  written[7] = hasIdentifier ? cues.identifier : 0
  // Where there is nothing else to go by.
  written[8] = query.isVague ? cues.recency * recency(candidate.happenedAt, query.now) : 0
}
