import { recency } from '../../activation/recency.js'
import { dayMs } from '../../time.js'
import { cues, maxStoredTokens, notes } from '../constants.js'
import type { Query } from '../query/query.js'
import type { TimeSpan } from '../query/time-spans.js'
import { mayContainPhrase } from '../text/phrase.js'
import type { Candidate } from './candidates.js'

/** Further evidence for or against a memory, in the order in which `writeCues` writes it. */
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

/** What the cues need to know about the query and all candidates. */
export interface CueContext {
  readonly query: Query
  readonly speakers: ReadonlySet<string>
  /** Indexes of the terms that are exact identifiers. */
  readonly identifiers: readonly number[]
  /** Ids of memories whose text contains a quoted phrase; when undefined, all words of the phrase suffice. */
  readonly phraseMatches: ReadonlySet<string> | undefined
  /** The share of the date's cue that counts for a note: less for a long span. */
  readonly narrowness: number
}

const yearMs = 31_556_952_000

/** The speakers of candidates that the query names, by any part of their name. */
function speakersNamed(query: Query, candidates: readonly Candidate[]): ReadonlySet<string> {
  const speakers = new Set<string>()
  for (const { speaker } of candidates) if (speaker !== null) speakers.add(speaker)
  return new Set([...speakers].filter((speaker) => speaker.split(' ').some((part) => query.folded.has(part))))
}

export function cueContextOf(
  query: Query,
  candidates: readonly Candidate[],
  phraseMatches: ReadonlySet<string> | undefined,
): CueContext {
  const identifiers = query.words.filter((word) => word.isIdentifier).map((word) => word.terms[0])
  const narrowness = narrownessOf(query.spans)
  return { query, speakers: speakersNamed(query, candidates), identifiers, phraseMatches, narrowness }
}

function narrownessOf(spans: readonly TimeSpan[]): number {
  const shortest = spans.reduce((least, { from, to }) => Math.min(least, to - from), Number.POSITIVE_INFINITY)
  return Math.min(1, (notes.dateDays * dayMs) / shortest)
}

/** 1 within the span, then decaying: events are reported in the days after. */
function closeness({ from, to, recursYearly }: TimeSpan, happenedAt: number): number {
  // Shifts it to the year in which it is nearest to the middle of the span.
  const years = recursYearly ? Math.round(((from + to) / 2 - happenedAt) / yearMs) : 0
  const at = happenedAt + years * yearMs
  if (at < from) return 0
  return at < to ? 1 : Math.exp(-(at - to) / dayMs / cues.dateFadeDays)
}

/** How well a memory matches the time that the query names, 0 to 1: by T_ref, or by a date in its text. */
export function timelinessOf({ spans, dateTerms }: Query, candidate: Candidate): number {
  let best = 0
  for (const span of spans) best = Math.max(best, closeness(span, candidate.happenedAt))
  for (const term of dateTerms) if (candidate.termCount(term) > 0) best = 1
  return best
}

/** The weighted cues by name, for explanations. */
export function cuesOf(candidate: Candidate, context: CueContext, isNote: boolean): Cues {
  const written = new Float64Array(cueNames.length)
  writeCues(candidate, context, written)
  if (isNote) toNoteCues(written, context)
  return Object.fromEntries(cueNames.map((name, place) => [name, written[place]])) as Cues
}

/** REC15: cues that hold for a note; the others are habits of conversations. */
const noteCueShares: Readonly<Record<(typeof cueNames)[number], number>> = {
  speaker: 1,
  question: notes.question,
  time: 0,
  substance: 0,
  verbosity: notes.verbosity,
  date: notes.date,
  phrase: 1,
  identifier: 1,
  recency: notes.recency,
}
const noteShares = Float64Array.from(cueNames, (name) => noteCueShares[name])

function toNoteCues(written: Float64Array, { narrowness }: CueContext): void {
  for (let place = 0; place < written.length; place++) written[place] *= noteShares[place]
  written[datePlace] *= narrowness
}
const datePlace = cueNames.indexOf('date')

/** The score plus all cues. `buffer` is overwritten: an object per candidate is much garbage (`npm run bench:speed`). */
export function addCues(
  score: number,
  candidate: Candidate,
  context: CueContext,
  isNote: boolean,
  buffer: Float64Array,
): number {
  writeCues(candidate, context, buffer)
  if (isNote) toNoteCues(buffer, context)
  return (
    score +
    (buffer[0] + buffer[1] + buffer[2] + buffer[3] + buffer[4]) +
    (buffer[5] + buffer[6] + buffer[7] + buffer[8])
  )
}

export const createCueBuffer = (): Float64Array => new Float64Array(cueNames.length)

const verbosityOf = (tokens: number): number =>
  cues.verbosity * Math.min(cues.verbosityMax, Math.max(0, Math.log(1 + tokens) - cues.verbosityFrom))
/** For nearly all texts: a logarithm for each candidate takes longer than its other cues. */
const verbosities = Float64Array.from({ length: maxStoredTokens + 1 }, (_, tokens) => verbosityOf(tokens))

function writeCues(
  candidate: Candidate,
  { query, speakers, identifiers, phraseMatches }: CueContext,
  written: Float64Array,
): void {
  const { speaker, contentTokens } = candidate
  const hasPhrase = phraseMatches === undefined ? mayContainPhrase(query, candidate) : phraseMatches.has(candidate.id)
  const hasIdentifier = identifiers.length > 0 && identifiers.some((term) => candidate.termCount(term) > 0)
  written[0] = speakers.size === 0 || speaker === null ? 0 : speakers.has(speaker) ? cues.speaker : -cues.speaker
  written[1] = candidate.isQuestion ? cues.question : 0
  written[2] = query.asksForTime && candidate.namesTime ? cues.time : 0
  written[3] = cues.substance * Math.min(1, contentTokens / cues.substanceTokens)
  written[4] = contentTokens <= maxStoredTokens ? verbosities[contentTokens] : verbosityOf(contentTokens)
  written[5] = cues.date * timelinessOf(query, candidate)
  written[6] = hasPhrase ? cues.phrase : 0
  written[7] = hasIdentifier ? cues.identifier : 0
  written[8] = query.isVague ? cues.recency * recency(candidate.happenedAt, query.now) : 0
}
