/** 32-bit FNV-1a over code units, http://www.isthe.com/chongo/tech/comp/fnv/: one step for each. */
export const hashOfNothing = 0x811c9dc5 | 0
export const hashOn = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

export interface PieceTable {
  /** Of the longest piece, in code units. */
  readonly longest: number
  /** The id of the piece that `text` has from `start` to `end`, whose hash is given; −1 when it is none. */
  find(text: string, start: number, end: number, hash: number): number
}

/**
 * Pieces by their spelling, found in place: a `Map` would want a string cut out of the text for every look, and most of
 * what tokenizing costs would be the cutting.
 */
export function createPieceTable(pieces: readonly (readonly [spelling: string, id: number])[]): PieceTable {
  // At most half full, so that a look ends soon.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(pieces.length * 2 + 2)))
  const mask = slots.length - 1
  const hashes = new Int32Array(pieces.length)
  const ids = new Int32Array(pieces.length)
  const starts = new Int32Array(pieces.length + 1)
  const units = new Uint16Array(pieces.reduce((sum, [spelling]) => sum + spelling.length, 0))
  let longest = 0

  pieces.forEach(([spelling, id], piece) => {
    let hash = hashOfNothing
    for (let at = 0; at < spelling.length; at++) {
      const unit = spelling.charCodeAt(at)
      units[starts[piece]! + at] = unit
      hash = hashOn(hash, unit)
    }
    starts[piece + 1] = starts[piece]! + spelling.length
    hashes[piece] = hash
    ids[piece] = id
    longest = Math.max(longest, spelling.length)
    let slot = hash & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = piece + 1
  })

  function isAt(piece: number, text: string, start: number, end: number): boolean {
    const from = starts[piece]!
    if (starts[piece + 1]! - from !== end - start) return false
    for (let at = start; at < end; at++) if (units[from + at - start] !== text.charCodeAt(at)) return false
    return true
  }

  return {
    longest,
    find(text, start, end, hash) {
      for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const piece = slots[slot]! - 1
        if (hashes[piece] === hash && isAt(piece, text, start, end)) return ids[piece]!
      }
      return -1
    },
  }
}
