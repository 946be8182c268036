import { recency } from '../activation/recency.js'
import { dayMs } from '../time.js'
import type { Candidate } from './candidates.js'
import { cues } from './constants.js'
import { mayHoldPhrase } from './phrase.js'
import type { Query } from './query.js'
import type { TimeSpan } from './time-spans.js'

/** What else speaks for or against a memory, each already weighted. */
export interface Cues {
  readonly speaker: number
  readonly question: number
  readonly time: number
  readonly substance: number
  readonly verbosity: number
  readonly date: number
  readonly phrase: number
  readonly identifier: number
  readonly recency: number
}

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

export function cuesOf(candidate: Candidate, { query, speakers, identifiers, phraseHolders }: CueContext): Cues {
  const { speaker, contentTokens } = candidate
  const logTokens = Math.log(1 + contentTokens)
  const hasPhrase = phraseHolders === undefined ? mayHoldPhrase(query, candidate) : phraseHolders.has(candidate.id)
  const hasIdentifier = identifiers.length > 0 && identifiers.some((term) => candidate.termCount(term) > 0)
  return {
    speaker: speakers.size === 0 || speaker === null ? 0 : speakers.has(speaker) ? cues.speaker : -cues.speaker,
    question: candidate.isQuestion ? cues.question : 0,
    time: query.asksForTime && candidate.namesTime ? cues.time : 0,
    substance: cues.substance * Math.min(1, contentTokens / cues.substanceTokens),
    verbosity: cues.verbosity * Math.min(cues.verbosityMost, Math.max(0, logTokens - cues.verbosityFrom)),
    date: cues.date * timelinessOf(query, candidate),
    phrase: hasPhrase ? cues.phrase : 0,
    identifier: hasIdentifier ? cues.identifier : 0,
    // Where there is nothing else to go by.
    recency: query.isVague ? cues.recency * recency(candidate.happenedAt, query.now) : 0,
  }
}
