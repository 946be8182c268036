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

function pushVarint(bytes: number[], value: number): void {
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

/**
 * Writes how often each wanted term occurs in the pack at `from`…`to` into `counts`, starting at `at`.
 * `slots` maps a term id to its place among the wanted terms.
 */
export function countTerms(
  pack: Uint8Array,
  from: number,
  to: number,
  slots: ReadonlyMap<number, number>,
  counts: Uint16Array,
  at: number,
): void {
  let id = 0
  let position = from
  while (position < to) {
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
    const slot = slots.get(id)
    if (slot !== undefined) counts[at + slot] = Math.min(count, 65_535)
  }
}

export const toBytes = (tokens: Uint16Array): Uint8Array =>
  new Uint8Array(tokens.buffer, tokens.byteOffset, tokens.byteLength)
