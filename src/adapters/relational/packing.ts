/** Term ids and counts as variable-length integers: seven bits a byte, the lowest first (LEB128). */
export const packTerms = (terms: readonly (readonly [id: number, count: number])[]): Uint8Array =>
  packNumbers(Float64Array.from(terms, ([id, count]) => termNumber(id, count)))

/** More than the longest text has words; an id below 2³¹ leaves room for it in a number's 53 bits. */
const countEnd = 2 ** 21

/** A term's id and count as one number: these are sorted by id without a function that compares. */
export const termNumber = (id: number, count: number): number => id * countEnd + Math.min(count, countEnd - 1)

/** The same for a document whose terms are such numbers; they are put in order. */
export function packNumbers(terms: Float64Array): Uint8Array {
  // Sorted, so that only the small steps from id to id need storing.
  terms.sort()
  const bytes = new Uint8Array(terms.length * mostBytes)
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

/** Of a term: five for 31 bits of its id, three for 21 of its count. */
const mostBytes = 8

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

/** Where it ends. */
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
