import { softFloor } from '../../../memory/recall/constants.js'

/** Which tokens are near which: a list made once, since finding it out takes a look at the whole vocabulary. */
export interface NearLists {
  /** Every token whose cosine is at least this is in the list. */
  readonly floor: number
  /** Ascending, itself among them. A view, not to be changed. */
  of(token: number): Uint16Array
}

/** The lists in the package were made for the floor that recall has; lower ones would be several times as long. */
export const nearFloor = softFloor

/** How long each token’s list is, then the lists. Undefined when these are not the lists of so many tokens. */
export function readNear(packed: Uint16Array, size: number): NearLists | undefined {
  if (packed.length < size) return undefined
  const starts = new Uint32Array(size + 1)
  starts[0] = size
  for (let token = 0; token < size; token++) starts[token + 1] = starts[token]! + packed[token]!
  if (starts[size] !== packed.length) return undefined
  return { floor: nearFloor, of: (token) => packed.subarray(starts[token], starts[token + 1]) }
}
