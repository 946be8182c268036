import type { Vocabulary } from './vocabulary.js'

/** 32-bit FNV-1a over code units, http://www.isthe.com/chongo/tech/comp/fnv/: one step for each. */
export const hashOfNothing = 0x811c9dc5 | 0
export const hashOn = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

export function hashOf(text: string, start = 0, end = text.length): number {
  let hash = hashOfNothing
  for (let at = start; at < end; at++) hash = hashOn(hash, text.charCodeAt(at))
  return hash
}

/** What marks a piece that goes on with a word. */
const continuation = '##'
const mark = continuation.charCodeAt(0)

/** Pieces by their spelling. */
interface PieceTable {
  /** Of the longest piece, in code units. */
  readonly longest: number
  /** The token of the piece that `text` has from `start` to `end`, whose hash is given; −1 when it is none. */
  find(text: string, start: number, end: number, hash: number): number
}

export interface PieceTables {
  /** What a word begins with, and what it goes on with. */
  readonly beginnings: PieceTable
  readonly endings: PieceTable
}

/** How many there are of each, and how long they get. */
interface Counted {
  readonly count: number
  readonly longest: number
}

/**
 * A `Map` would want a string cut out of the text for every look, and most of what tokenizing costs would be the
 * cutting; and to make one takes longer than all else at a start. Undefined when these are not this vocabulary's slots.
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

/** The slots of beginnings, then those of endings: in each one more than a token, 0 where there is none. */
export function makeSlots(vocabulary: Vocabulary): Uint16Array {
  const { beginnings, endings } = countPieces(vocabulary)
  const border = slotsFor(beginnings.count)
  const slots = new Uint16Array(border + slotsFor(endings.count))
  const { text, starts, size } = vocabulary
  for (let token = 0; token < size; token++) {
    const goesOn = isContinuation(vocabulary, token)
    const own = goesOn ? slots.subarray(border) : slots.subarray(0, border)
    const mask = own.length - 1
    const start = starts[token]! + (goesOn ? continuation.length : 0)
    let slot = hashOf(text, start, starts[token + 1]! - 1) & mask
    while (own[slot] !== 0) slot = (slot + 1) & mask
    own[slot] = token + 1
  }
  return slots
}

/** Of a file that is none, none might be free, and a look would never end. */
function filled(slots: Uint16Array): number {
  let count = 0
  for (let slot = 0; slot < slots.length; slot++) if (slots[slot] !== 0) count++
  return count
}

/** At most half full, so that a look ends soon. */
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
    const goesOn = isContinuation(vocabulary, token)
    const own = goesOn ? endings : beginnings
    own.count++
    own.longest = Math.max(own.longest, goesOn ? length - continuation.length : length)
  }
  return { beginnings, endings }
}

/** `skipped` code units of each spelling are none of the piece. */
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
