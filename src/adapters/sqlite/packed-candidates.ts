import type { Kind, Outcome } from '../../memory/memory.js'
import type { Candidate, CandidateSet, CollectionStatistics, TokenRun } from '../../memory/recall/candidates.js'
import { flag, kindCode, outcomeCode } from './codes.js'

/** Candidates as columns: a few buffers cross from worker to worker at once, where objects would be cloned one by one. */
export interface PackedCandidates {
  /** Separated by blanks: one string crosses much faster than a thousand. */
  readonly ids: string
  /** Folded names; `speaker` below holds their index + 1. */
  readonly speakers: readonly string[]
  /** `fields` numbers per candidate, in the order of `field`. */
  readonly numbers: Float64Array<ArrayBuffer>
  readonly terms: number
  readonly termCounts: Uint16Array<ArrayBuffer>
  readonly tokenStarts: Int32Array<ArrayBuffer>
  readonly tokens: Uint16Array<ArrayBuffer>
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
  /** NaN where there is none. */
  cosine: 11,
} as const
export const fields = Object.keys(field).length

export const buffersOf = ({ numbers, termCounts, tokenStarts, tokens }: PackedCandidates): ArrayBuffer[] => [
  numbers.buffer,
  termCounts.buffer,
  tokenStarts.buffer,
  tokens.buffer,
]

export const unpackSet = ({ packed, ...set }: PackedCandidateSet): CandidateSet => ({
  ...set,
  candidates: unpack(packed),
})

export const unpack = (packed: PackedCandidates): Candidate[] =>
  packed.ids === '' ? [] : packed.ids.split(' ').map((id, index) => new UnpackedCandidate(packed, id, index))

/** One of the packed, read from the columns as it is asked for: a recall makes thousands, and most are hardly looked at. */
class UnpackedCandidate implements Candidate {
  readonly id: string
  private readonly packed: PackedCandidates
  private readonly index: number

  constructor(packed: PackedCandidates, id: string, index: number) {
    this.packed = packed
    this.id = id
    this.index = index
  }

  get kind(): Kind {
    // A code that this version wrote or migrated; `fromCode` knows them all.
    return kindCode.fromCode(this.packed.numbers[this.index * fields + field.kind])!
  }

  get outcome(): Outcome | null {
    return outcomeCode.fromCode(this.packed.numbers[this.index * fields + field.outcome])
  }

  get speaker(): string | null {
    const speaker = this.packed.numbers[this.index * fields + field.speaker]
    return speaker === 0 ? null : this.packed.speakers[speaker - 1]
  }

  get isQuestion(): boolean {
    return (this.packed.numbers[this.index * fields + field.flags] & flag.isQuestion) !== 0
  }

  get namesTime(): boolean {
    return (this.packed.numbers[this.index * fields + field.flags] & flag.namesTime) !== 0
  }

  get happenedAt(): number {
    return this.packed.numbers[this.index * fields + field.happenedAt]
  }

  get recordedAt(): number {
    return this.packed.numbers[this.index * fields + field.recordedAt]
  }

  get importance(): number {
    return this.packed.numbers[this.index * fields + field.importance]
  }

  get scene(): number {
    return this.packed.numbers[this.index * fields + field.scene]
  }

  get order(): number {
    return this.packed.numbers[this.index * fields + field.order]
  }

  get length(): number {
    return this.packed.numbers[this.index * fields + field.length]
  }

  get contentTokens(): number {
    return this.packed.numbers[this.index * fields + field.contentTokens]
  }

  get cosine(): number | null {
    const cosine = this.packed.numbers[this.index * fields + field.cosine]
    return Number.isNaN(cosine) ? null : cosine
  }

  get tokens(): TokenRun {
    const { tokens, tokenStarts } = this.packed
    return { pool: tokens, from: tokenStarts[this.index], to: tokenStarts[this.index + 1] }
  }

  termCount(place: number): number {
    return this.packed.termCounts[this.index * this.packed.terms + place]
  }
}
