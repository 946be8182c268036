import { softFloor } from '../../../memory/recall/constants.js'

/** The neighbours of each token, precomputed because finding them scans the whole vocabulary. */
export interface NearLists {
  /** The list has every token whose cosine is at least this. */
  readonly floor: number
  /** Ascending, including the token itself. A view: do not change it. */
  of(token: number): Uint16Array
}

/** The packaged lists use recall's floor; a lower floor would make them several times as long. */
export const nearFloor = softFloor

/** The format is the length of each token's list, then the lists. Undefined if they do not fit the vocabulary's size. */
export function readNear(packed: Uint16Array, size: number): NearLists | undefined {
  if (packed.length < size) return undefined
  const starts = new Uint32Array(size + 1)
  starts[0] = size
  for (let token = 0; token < size; token++) starts[token + 1] = starts[token]! + packed[token]!
  if (starts[size] !== packed.length) return undefined
  return { floor: nearFloor, of: (token) => packed.subarray(starts[token], starts[token + 1]) }
}
