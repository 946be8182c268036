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

export function unpack(packed: PackedCandidates): Candidate[] {
  const { numbers, termCounts, tokenStarts, tokens, vectors, terms, dimensions } = packed
  return packed.ids.map((id, index) => {
    const at = index * fields
    const flags = numbers[at + field.flags]
    const speaker = numbers[at + field.speaker]
    return {
      id,
      // A code that this version wrote or migrated; `fromCode` knows them all.
      kind: kindCode.fromCode(numbers[at + field.kind])!,
      outcome: outcomeCode.fromCode(numbers[at + field.outcome]),
      speaker: speaker === 0 ? null : packed.speakers[speaker - 1],
      isQuestion: (flags & flag.isQuestion) !== 0,
      namesTime: (flags & flag.namesTime) !== 0,
      happenedAt: numbers[at + field.happenedAt],
      recordedAt: numbers[at + field.recordedAt],
      importance: numbers[at + field.importance],
      scene: numbers[at + field.scene],
      order: numbers[at + field.order],
      length: numbers[at + field.length],
      contentTokens: numbers[at + field.contentTokens],
      termCounts: termCounts.subarray(index * terms, (index + 1) * terms),
      tokens: tokens.subarray(tokenStarts[index], tokenStarts[index + 1]),
      vector:
        numbers[at + field.hasVector] === 0 ? null : vectors.subarray(index * dimensions, (index + 1) * dimensions),
    }
  })
}
