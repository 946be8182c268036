import type { Vocabulary } from './vocabulary.js'

/** 32-bit FNV-1a over code units, http://www.isthe.com/chongo/tech/comp/fnv/. */
export const hashOfNothing = 0x811c9dc5 | 0
export const hashOn = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

export function hashOf(text: string, start = 0, end = text.length): number {
  let hash = hashOfNothing
  for (let at = start; at < end; at++) hash = hashOn(hash, text.charCodeAt(at))
  return hash
}

/** The prefix of a piece that continues a word. */
const continuation = '##'
const mark = continuation.charCodeAt(0)

/** Pieces by their spelling. */
interface PieceTable {
  /** The length of the longest piece, in code units. */
  readonly longest: number
  /** The token of the piece `text` from `start` to `end`, whose hash is given; −1 if there is none. */
  find(text: string, start: number, end: number, hash: number): number
}

export interface PieceTables {
  /** Pieces that begin a word, and pieces that continue one. */
  readonly beginnings: PieceTable
  readonly endings: PieceTable
}

/** The number of pieces and the length of the longest. */
interface Counted {
  readonly count: number
  readonly longest: number
}

/**
 * Prebuilt hash tables. A `Map` would need a substring for every lookup, which would dominate the cost of tokenizing, and
 * building it would dominate the start (`npm run bench:speed`, `bench:hooks`). Undefined if the slots do not fit the vocabulary.
 */
export function readPieceTables(vocabulary: Vocabulary, slots: Uint16Array): PieceTables | undefined {
  const { beginnings, endings } = countPieces(vocabulary)
  const border = slotsFor(beginnings.count)
  if (slots.length !== border + slotsFor(endings.count) || filled(slots) !== vocabulary.size) return undefined
  return {
    beginnings: createTable(vocabulary, slots.subarray(0, border), beginnings.longest, 0),
    endings: createTable(vocabulary, slots.subarray(border), endings.longest, continuation.length),
  }
}

/** The slots of beginnings, then those of endings. A slot holds token + 1, or 0 if it is empty. */
export function makeSlots(vocabulary: Vocabulary): Uint16Array {
  const { beginnings, endings } = countPieces(vocabulary)
  const border = slotsFor(beginnings.count)
  const slots = new Uint16Array(border + slotsFor(endings.count))
  const { text, starts, size } = vocabulary
  for (let token = 0; token < size; token++) {
    const continues = isContinuation(vocabulary, token)
    const own = continues ? slots.subarray(border) : slots.subarray(0, border)
    const mask = own.length - 1
    const start = starts[token]! + (continues ? continuation.length : 0)
    let slot = hashOf(text, start, starts[token + 1]! - 1) & mask
    while (own[slot] !== 0) slot = (slot + 1) & mask
    own[slot] = token + 1
  }
  return slots
}

/** In a corrupt file no slot might be empty, and a lookup would never end. */
function filled(slots: Uint16Array): number {
  let count = 0
  for (let slot = 0; slot < slots.length; slot++) if (slots[slot] !== 0) count++
  return count
}

/** At most half full, so that lookups stay short. */
const slotsFor = (count: number): number => 2 ** Math.ceil(Math.log2(count * 2 + 2))

function isContinuation({ text, starts }: Vocabulary, token: number): boolean {
  const start = starts[token]!
  return starts[token + 1]! - 1 - start >= 2 && text.charCodeAt(start) === mark && text.charCodeAt(start + 1) === mark
}

function countPieces(vocabulary: Vocabulary): { readonly beginnings: Counted; readonly endings: Counted } {
  const { starts, size } = vocabulary
  const beginnings = { count: 0, longest: 0 }
  const endings = { count: 0, longest: 0 }
  for (let token = 0; token < size; token++) {
    const length = starts[token + 1]! - 1 - starts[token]!
    const continues = isContinuation(vocabulary, token)
    const own = continues ? endings : beginnings
    own.count++
    own.longest = Math.max(own.longest, continues ? length - continuation.length : length)
  }
  return { beginnings, endings }
}

/** Skips the first `skipped` code units of each spelling, the continuation prefix. */
function createTable(vocabulary: Vocabulary, slots: Uint16Array, longest: number, skipped: number): PieceTable {
  const { text: spellings, starts } = vocabulary
  const mask = slots.length - 1
  return {
    longest,
    find(text, start, end, hash) {
      const length = end - start
      for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const token = slots[slot]! - 1
        const from = starts[token]! + skipped
        if (starts[token + 1]! - 1 - from !== length) continue
        let same = 0
        while (same < length && spellings.charCodeAt(from + same) === text.charCodeAt(start + same)) same++
        if (same === length) return token
      }
      return -1
    },
  }
}
