import type { Kind, Outcome } from '../../memory/memory.js'
import type { Candidate, CandidateSet, CollectionStatistics } from '../../memory/recall/candidates.js'
import { flag, kindCode, outcomeCode } from './codes.js'

/** Candidates as columns: a few buffers cross from worker to worker at once, where objects would be cloned one by one. */
export interface PackedCandidates {
  readonly ids: readonly string[]
  /** Folded names; `speaker` below holds their index + 1. */
  readonly speakers: readonly string[]
  /** `fields` numbers per candidate, in the order of `field`. */
  readonly numbers: Float64Array<ArrayBuffer>
  readonly terms: number
  readonly termCounts: Uint16Array<ArrayBuffer>
  readonly tokenStarts: Int32Array<ArrayBuffer>
  readonly tokens: Uint16Array<ArrayBuffer>
  readonly dimensions: number
  readonly vectors: Int8Array<ArrayBuffer>
}

export interface PackedCandidateSet {
  readonly total: number
  readonly isExhaustive: boolean
  readonly statistics: CollectionStatistics
  readonly packed: PackedCandidates
}

export const field = {
  kind: 0,
  outcome: 1,
  flags: 2,
  speaker: 3,
  happenedAt: 4,
  recordedAt: 5,
  importance: 6,
  scene: 7,
  order: 8,
  length: 9,
  contentTokens: 10,
  hasVector: 11,
} as const
export const fields = Object.keys(field).length

export const buffersOf = ({ numbers, termCounts, tokenStarts, tokens, vectors }: PackedCandidates): ArrayBuffer[] => [
  numbers.buffer,
  termCounts.buffer,
  tokenStarts.buffer,
  tokens.buffer,
  vectors.buffer,
]

export const unpackSet = ({ packed, ...set }: PackedCandidateSet): CandidateSet => ({
  ...set,
  candidates: unpack(packed),
})

export const unpack = (packed: PackedCandidates): Candidate[] =>
  packed.ids.map((id, index) => new UnpackedCandidate(packed, id, index))

/**
 * One of the packed. Tokens and vector are read once each, so their views are made when asked for and die young;
 * thousands that lived as long as the candidates would be most of the garbage collector's work.
 */
class UnpackedCandidate implements Candidate {
  readonly id: string
  readonly kind: Kind
  readonly outcome: Outcome | null
  readonly speaker: string | null
  readonly isQuestion: boolean
  readonly namesTime: boolean
  readonly happenedAt: number
  readonly recordedAt: number
  readonly importance: number
  readonly scene: number
  readonly order: number
  readonly length: number
  readonly contentTokens: number
  readonly termCounts: Uint16Array
  readonly #packed: PackedCandidates
  readonly #index: number

  constructor(packed: PackedCandidates, id: string, index: number) {
    const { numbers, terms } = packed
    const at = index * fields
    const flags = numbers[at + field.flags]
    const speaker = numbers[at + field.speaker]
    this.id = id
    // A code that this version wrote or migrated; `fromCode` knows them all.
    this.kind = kindCode.fromCode(numbers[at + field.kind])!
    this.outcome = outcomeCode.fromCode(numbers[at + field.outcome])
    this.speaker = speaker === 0 ? null : packed.speakers[speaker - 1]
    this.isQuestion = (flags & flag.isQuestion) !== 0
    this.namesTime = (flags & flag.namesTime) !== 0
    this.happenedAt = numbers[at + field.happenedAt]
    this.recordedAt = numbers[at + field.recordedAt]
    this.importance = numbers[at + field.importance]
    this.scene = numbers[at + field.scene]
    this.order = numbers[at + field.order]
    this.length = numbers[at + field.length]
    this.contentTokens = numbers[at + field.contentTokens]
    this.termCounts = packed.termCounts.subarray(index * terms, (index + 1) * terms)
    this.#packed = packed
    this.#index = index
  }

  get tokens(): Uint16Array {
    const { tokens, tokenStarts } = this.#packed
    return tokens.subarray(tokenStarts[this.#index], tokenStarts[this.#index + 1])
  }

  get vector(): Int8Array | null {
    const { numbers, vectors, dimensions } = this.#packed
    if (numbers[this.#index * fields + field.hasVector] === 0) return null
    return vectors.subarray(this.#index * dimensions, (this.#index + 1) * dimensions)
  }
}
