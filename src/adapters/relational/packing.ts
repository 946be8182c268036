/** Term ids and counts as variable-length integers: seven bits a byte, the lowest first (LEB128). */
export function packTerms(terms: readonly (readonly [id: number, count: number])[]): Uint8Array {
  const bytes: number[] = []
  let previous = 0
  // Sorted, so that only the small steps from id to id need storing.
  for (const [id, count] of [...terms].sort((a, b) => a[0] - b[0])) {
    pushVarint(bytes, id - previous)
    pushVarint(bytes, count)
    previous = id
  }
  return Uint8Array.from(bytes)
}

/** The term ids alone. */
export const unpackTerms = (pack: Uint8Array): number[] => unpackCounts(pack).map(([id]) => id)

/** Term ids and how often each occurs, by ascending id. */
export function unpackCounts(pack: Uint8Array): (readonly [id: number, count: number])[] {
  const counts: (readonly [number, number])[] = []
  let id = 0
  let position = 0
  const readVarint = () => {
    let value = 0
    let byte = 128
    for (let shift = 0; byte > 127; shift += 7) {
      byte = pack[position++]
      value |= (byte & 127) << shift
    }
    return value
  }
  while (position < pack.length) {
    id += readVarint()
    counts.push([id, readVarint()])
  }
  return counts
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

/** Terms to look for in packs, by ascending id: a pack has its terms in the same order, so both are walked once. */
export interface WantedTerms {
  readonly ids: Int32Array
  /** Where each one's count goes. */
  readonly slots: Int32Array
}

export function wantTerms(terms: readonly { readonly id: number; readonly slot: number }[]): WantedTerms {
  const ascending = [...terms].sort((a, b) => a.id - b.id)
  return {
    ids: Int32Array.from(ascending, ({ id }) => id),
    slots: Int32Array.from(ascending, ({ slot }) => slot),
  }
}

/** Writes how often each wanted term occurs in the pack at `from`…`to` into `counts`, starting at `at`. */
export function countTerms(
  pack: Uint8Array,
  from: number,
  to: number,
  { ids, slots }: WantedTerms,
  counts: Uint16Array,
  at: number,
): void {
  let id = 0
  let position = from
  let next = 0
  while (position < to && next < ids.length) {
    let byte = pack[position++]
    let step = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = pack[position++]
      step |= (byte & 127) << shift
    }
    id += step
    byte = pack[position++]
    let count = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = pack[position++]
      count |= (byte & 127) << shift
    }
    while (next < ids.length && ids[next] < id) next++
    if (ids[next] === id) counts[at + slots[next]] = Math.min(count, 65_535)
  }
}

export const toBytes = (tokens: Uint16Array): Uint8Array =>
  new Uint8Array(tokens.buffer, tokens.byteOffset, tokens.byteLength)
