import type { Kind, Outcome } from '../../../memory/memory.js'
import type { Candidate, Comparable, TokenRun } from '../../../memory/recall/ranking/candidates.js'
import type { SaidAs } from '../../../memory/recall/text/sentence-mark.js'
import { flag, kindCode, outcomeCode, saidAsOf } from '../../relational/codes.js'
import { countTerms, wantTerms } from '../../relational/packing.js'
import type { KnownTerm } from './collection-statistics.js'
import type { Cosines, CosinesOfTexts } from './cosine-reader.js'
import type { Places } from './scene-members.js'

const numbers = [
  'row',
  'kind',
  'outcome',
  'scene',
  'happened_at',
  'recorded_at',
  'importance',
  'flags',
  'speaker',
  'length',
  'content_tokens',
] as const

/**
 * Reads all memories as one row of arrays: decoding one row per memory costs more than ranking it (`npm run
 * bench:speed`).
 */
export const aggregatedColumns = [
  ...numbers.map((column) => `json_agg(memories.${column}) AS ${column}`),
  "string_agg(memories.id, ' ') AS ids",
  "string_agg(memories.terms, '') AS terms",
  'json_agg(octet_length(memories.terms)) AS terms_length',
  "string_agg(memories.tokens, '') AS tokens",
  'json_agg(octet_length(memories.tokens)) AS tokens_length',
].join(', ')

type Lists = Readonly<Record<(typeof numbers)[number], readonly number[]>>

export interface FoundRows extends Lists {
  /** Separated by spaces. */
  readonly ids: string
  readonly terms: Uint8Array
  readonly terms_length: readonly number[]
  readonly tokens: Uint8Array
  readonly tokens_length: readonly number[]
}

/** All columns are null if no row was found. */
export type GatheredRows = FoundRows | { readonly row: null }

/** Reads its fields from the arrays on demand: a recall creates thousands, and ranking reads few fields of most. */
class RowCandidate implements Candidate {
  readonly id: string
  readonly order: number
  readonly speaker: string | null
  readonly tokens: TokenRun
  readonly hasTerms: boolean
  readonly answers: readonly Comparable[]
  readonly #from: FoundRows
  readonly #at: number
  readonly #counts: Uint16Array
  readonly #firstCount: number
  readonly #conversations: ReadonlySet<number>
  readonly #cosines: Cosines | undefined

  constructor(
    from: FoundRows,
    at: number,
    id: string,
    order: number,
    speaker: string | null,
    tokens: TokenRun,
    answers: readonly Comparable[],
    conversations: ReadonlySet<number>,
    cosines: Cosines | undefined,
    counts: Uint16Array,
    firstCount: number,
    hasTerms: boolean,
  ) {
    this.id = id
    this.order = order
    this.speaker = speaker
    this.tokens = tokens
    this.answers = answers
    this.#from = from
    this.#at = at
    this.#counts = counts
    this.#firstCount = firstCount
    this.hasTerms = hasTerms
    this.#conversations = conversations
    this.#cosines = cosines
  }

  get kind(): Kind {
    // `fromCode` knows every code that this version wrote or migrated.
    return kindCode.fromCode(this.#from.kind[this.#at])!
  }

  get outcome(): Outcome | null {
    return outcomeCode.fromCode(this.#from.outcome[this.#at])
  }

  get happenedAt(): number {
    return this.#from.happened_at[this.#at]
  }

  get recordedAt(): number {
    return this.#from.recorded_at[this.#at]
  }

  get importance(): number {
    return this.#from.importance[this.#at]
  }

  get scene(): number {
    return this.#from.scene[this.#at]
  }

  get isInConversation(): boolean {
    return this.#conversations.has(this.scene)
  }

  get isQuestion(): boolean {
    return (this.#from.flags[this.#at] & flag.isQuestion) !== 0
  }

  get namesTime(): boolean {
    return (this.#from.flags[this.#at] & flag.namesTime) !== 0
  }

  get saidAs(): SaidAs | null {
    return saidAsOf(this.#from.flags[this.#at])
  }

  get length(): number {
    return this.#from.length[this.#at]
  }

  get contentTokens(): number {
    return this.#from.content_tokens[this.#at]
  }

  termCount(place: number): number {
    return this.#counts[this.#firstCount + place]
  }

  cosineWith(wording: number): number | null {
    return this.#cosines?.[wording] ?? null
  }
}

const none: readonly Comparable[] = []

/** What was read of the candidates in other tables, by row; speakers by number; the scenes that are conversations. */
export interface Joined {
  readonly places: Places
  readonly cosines: CosinesOfTexts
  readonly answers: ReadonlyMap<number, readonly Comparable[]>
  readonly speakers: ReadonlyMap<number, string>
  readonly conversations: ReadonlySet<number>
}

export function toCandidates(
  rows: FoundRows,
  { places, cosines, answers, speakers, conversations }: Joined,
  known: readonly KnownTerm[],
  terms: number,
): Candidate[] {
  const wanted = wantTerms(known)
  const counts = new Uint16Array(rows.row.length * terms)
  // The driver's buffer may have an odd offset, so its bytes are copied.
  const pool = new Uint16Array(new Uint8Array(rows.tokens).buffer)
  let [termsEnd, tokensEnd] = [0, 0]
  return rows.ids.split(' ').map((id, at) => {
    const [termsFrom, tokensFrom] = [termsEnd, tokensEnd]
    termsEnd += rows.terms_length[at]
    tokensEnd += rows.tokens_length[at]
    const firstCount = at * terms
    const hasTerms = countTerms(rows.terms, termsFrom, termsEnd, wanted, counts, firstCount)
    const tokens = { pool, from: tokensFrom >> 1, to: tokensEnd >> 1 }
    const speaker = speakers.get(rows.speaker[at]) ?? null
    const row = rows.row[at]
    const [order, own] = [places.get(row) ?? 0, answers.get(row) ?? none]
    const found = cosines.get(row)
    return new RowCandidate(
      rows,
      at,
      id,
      order,
      speaker,
      tokens,
      own,
      conversations,
      found,
      counts,
      firstCount,
      hasTerms,
    )
  })
}
