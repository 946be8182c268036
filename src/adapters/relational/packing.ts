/** Packs term ids and counts as variable-length integers: seven bits per byte, lowest first (LEB128). */
export const packTerms = (terms: readonly (readonly [id: number, count: number])[]): Uint8Array =>
  packNumbers(Float64Array.from(terms, ([id, count]) => termNumber(id, count)))

/** Exceeds the word count of the longest text. With an id below 2³¹, the product stays below 2⁵³. */
const countEnd = 2 ** 21

/** Combines a term's id and count into one number, so that a numeric sort orders terms by id. */
export const termNumber = (id: number, count: number): number => id * countEnd + Math.min(count, countEnd - 1)

/** Packs term numbers; sorts them in place. */
export function packNumbers(terms: Float64Array): Uint8Array {
  // Sorted, so that only the small differences between ids are stored.
  terms.sort()
  const bytes = new Uint8Array(terms.length * maxBytesPerTerm)
  let end = 0
  let previous = 0
  for (const term of terms) {
    const id = Math.floor(term / countEnd)
    end = writeVarint(bytes, end, id - previous)
    end = writeVarint(bytes, end, term - id * countEnd)
    previous = id
  }
  return bytes.slice(0, end)
}

/** Five bytes for 31 bits of the id, three for 21 bits of the count. */
const maxBytesPerTerm = 8

export const unpackTerms = (pack: Uint8Array): number[] => unpackCounts(pack).map(([id]) => id)

/** Term ids and their counts, by ascending id. */
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

/** Returns the end position. */
function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let end = at
  let rest = value
  while (rest > 127) {
    bytes[end++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[end++] = rest
  return end
}

/** Terms to count in packs, by ascending id: packs have the same order, so one pass is enough. */
export interface WantedTerms {
  readonly ids: Int32Array
  /** The index of each term's count in the result. */
  readonly slots: Int32Array
}

export function wantTerms(terms: readonly { readonly id: number; readonly slot: number }[]): WantedTerms {
  const ascending = [...terms].sort((a, b) => a.id - b.id)
  return {
    ids: Int32Array.from(ascending, ({ id }) => id),
    slots: Int32Array.from(ascending, ({ slot }) => slot),
  }
}

/** Writes how often each wanted term occurs in the pack at `from`…`to` into `counts`, starting at `at`; whether any does. */
export function countTerms(
  pack: Uint8Array,
  from: number,
  to: number,
  { ids, slots }: WantedTerms,
  counts: Uint16Array,
  at: number,
): boolean {
  let isAny = false
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
    if (ids[next] !== id) continue
    isAny = true
    counts[at + slots[next]] = Math.min(count, 65_535)
  }
  return isAny
}

export const toBytes = (tokens: Uint16Array): Uint8Array =>
  new Uint8Array(tokens.buffer, tokens.byteOffset, tokens.byteLength)
