import type { Kind, Outcome } from '../../memory/memory.js'
import type { Candidate, TokenRun } from '../../memory/recall/candidates.js'
import { inverseNorm } from '../../memory/recall/cosine.js'
import type { StoredVector } from '../../ports/memory-store.js'
import { flag, kindCode, outcomeCode } from '../relational/codes.js'
import { countTerms, wantTerms } from '../relational/packing.js'
import type { KnownTerm } from './collection.js'

/** A candidate as it is read. */
export interface CandidateRow {
  readonly row: number
  readonly id: string
  readonly kind: number
  readonly outcome: number
  readonly scene: number
  readonly place: number
  readonly happened_at: number
  readonly recorded_at: number
  readonly importance: number
  readonly flags: number
  readonly speaker: number
  readonly length: number
  readonly content_tokens: number
  readonly terms: Uint8Array
  readonly tokens: Uint8Array
  /** −a·b with the request's vector, and a·a; null where the model has made none. */
  readonly product: number | null
  readonly square: number | null
}

/** Read from the row as it is asked for: a recall makes thousands, and most are hardly looked at. */
class RowCandidate implements Candidate {
  readonly id: string
  readonly kind: Kind
  readonly outcome: Outcome | null
  readonly happenedAt: number
  readonly recordedAt: number
  readonly importance: number
  readonly scene: number
  readonly order: number
  readonly speaker: string | null
  readonly isQuestion: boolean
  readonly namesTime: boolean
  readonly length: number
  readonly contentTokens: number
  readonly cosine: number | null
  readonly tokens: TokenRun
  readonly #counts: Uint16Array

  constructor(
    from: CandidateRow,
    speaker: string | null,
    tokens: TokenRun,
    counts: Uint16Array,
    cosine: number | null,
  ) {
    this.id = from.id
    // A code that this version wrote or migrated; `fromCode` knows them all.
    this.kind = kindCode.fromCode(from.kind)!
    this.outcome = outcomeCode.fromCode(from.outcome)
    this.happenedAt = from.happened_at
    this.recordedAt = from.recorded_at
    this.importance = from.importance
    this.scene = from.scene
    this.order = from.place
    this.speaker = speaker
    this.isQuestion = (from.flags & flag.isQuestion) !== 0
    this.namesTime = (from.flags & flag.namesTime) !== 0
    this.length = from.length
    this.contentTokens = from.content_tokens
    this.cosine = cosine
    this.tokens = tokens
    this.#counts = counts
  }

  termCount(place: number): number {
    return this.#counts[place]
  }
}

export function toCandidates(
  rows: readonly CandidateRow[],
  speakers: ReadonlyMap<number, string>,
  known: readonly KnownTerm[],
  terms: number,
  vector: StoredVector | null,
): Candidate[] {
  const wanted = wantTerms(known)
  const counts = new Uint16Array(rows.length * terms)
  const norm = vector === null ? 0 : inverseNorm(vector.values)
  // All tokens in one piece: thousands of pieces of their own would be most of the garbage.
  const bytes = new Uint8Array(rows.reduce((sum, { tokens }) => sum + tokens.length, 0))
  const pool = new Uint16Array(bytes.buffer)
  let end = 0
  return rows.map((row, at) => {
    countTerms(row.terms, 0, row.terms.length, wanted, counts, at * terms)
    bytes.set(row.tokens, end)
    const tokens = { pool, from: end >> 1, to: (end + row.tokens.length) >> 1 }
    end += row.tokens.length
    const speaker = speakers.get(row.speaker) ?? null
    return new RowCandidate(row, speaker, tokens, counts.subarray(at * terms, (at + 1) * terms), cosineOf(row, norm))
  })
}

/** The domain's `cosine`, from its parts and in its order (REC12). A text without meaning has no direction to compare. */
function cosineOf({ product, square }: CandidateRow, norm: number): number | null {
  if (product === null || square === null || square === 0) return null
  return Math.fround((0 - product) * (norm * (1 / Math.sqrt(square))))
}
