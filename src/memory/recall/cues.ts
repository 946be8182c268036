import type { Candidate } from './candidates.js'
import { cues } from './constants.js'
import { wordCount } from './lexical.js'
import type { Query, QueryPhrase } from './query.js'
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
  /** Memories that a reader of the texts found a quoted phrase in; without it, all the phrase's words will do. */
  readonly phraseHolders: ReadonlySet<string> | undefined
}

const dayMs = 86_400_000
const yearMs = 31_556_952_000

/** The speakers among the candidates that the query names, by any part of their name. */
export function speakersNamed(query: Query, candidates: readonly Candidate[]): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { speaker } of candidates) {
    if (speaker !== null && !named.has(speaker) && speaker.split(' ').some((part) => query.folded.has(part))) {
      named.add(speaker)
    }
  }
  return named
}

/** 1 within the span, then falling: what happened is told in the days after. */
function closeness({ from, to, recursYearly }: TimeSpan, happenedAt: number): number {
  const at = recursYearly ? happenedAt + Math.round((from - happenedAt) / yearMs) * yearMs : happenedAt
  if (at < from) return 0
  return at < to ? 1 : Math.exp(-(at - to) / dayMs / cues.dateFadeDays)
}

function holdsPhrase({ words }: QueryPhrase, query: Query, { termCounts }: Candidate): boolean {
  return words.length > 0 && words.every((word) => wordCount(termCounts, query.words[word].terms) > 0)
}

export function cuesOf(candidate: Candidate, { query, speakers, phraseHolders }: CueContext): Cues {
  const { speaker, contentTokens, termCounts } = candidate
  const logTokens = Math.log(1 + contentTokens)
  const namesDate = query.dateTerms.some((term) => termCounts[term] > 0)
  const date = query.spans.reduce((best, span) => Math.max(best, closeness(span, candidate.happenedAt)), +namesDate)
  const hasPhrase =
    query.phrases.length > 0 &&
    (phraseHolders === undefined
      ? query.phrases.some((phrase) => holdsPhrase(phrase, query, candidate))
      : phraseHolders.has(candidate.id))
  const hasIdentifier = query.words.some((word) => word.isIdentifier && termCounts[word.terms[0]] > 0)
  return {
    speaker: speakers.size === 0 || speaker === null ? 0 : speakers.has(speaker) ? cues.speaker : -cues.speaker,
    question: candidate.isQuestion ? cues.question : 0,
    time: query.asksForTime && candidate.namesTime ? cues.time : 0,
    substance: cues.substance * Math.min(1, contentTokens / cues.substanceTokens),
    verbosity: cues.verbosity * Math.min(cues.verbosityMost, Math.max(0, logTokens - cues.verbosityFrom)),
    date: cues.date * date,
    phrase: hasPhrase ? cues.phrase : 0,
    identifier: hasIdentifier ? cues.identifier : 0,
    // ACT6's recency, where there is nothing else to go by.
    recency: query.isVague ? cues.recency * Math.exp(-0.1 * Math.max(0, (query.now - candidate.happenedAt) / dayMs)) : 0,
  }
}
