import { type LoadedRow, numberFields } from './loaded-row.js'

/** Rows per segment: a few hundred kilobytes to read, some milliseconds to write. */
export const segmentRows = 4_096

/** Runs with fewer memories get no vector segment, which would consist mostly of erased rows. */
export const minPackedRows = segmentRows / 16

/** The first row of the run that this row is in. */
export const firstOfRun = (row: number): number => row - ((row - 1) % segmentRows)

type NumberField = (typeof numberFields)[number]

/** A run of rows as columns. A row that does not exist has kind 0. */
export interface Segment {
  readonly numbers: Readonly<Record<NumberField, Float64Array>>
  readonly ids: readonly string[]
  readonly terms: PackedBytes
  readonly tokens: PackedBytes
}

interface PackedBytes {
  readonly ends: Float64Array
  readonly bytes: Uint8Array
}

/**
 * Layout, little-endian: one float64 column of `segmentRows` per number field, then the ends of terms and of
 * tokens, then the bytes of the terms, of the tokens, and the ids, one a line. Columns are 8-byte aligned as written.
 */
export function encodeSegment(first: number, rows: readonly LoadedRow[]): Uint8Array {
  const columnBytes = segmentRows * 8
  const ids = new Array<string>(segmentRows).fill('')
  for (const row of rows) ids[row.row - first] = row.id
  const idBytes = new TextEncoder().encode(ids.join('\n'))
  const termBytes = rows.reduce((sum, { terms }) => sum + terms.length, 0)
  const tokenBytes = rows.reduce((sum, { tokens }) => sum + tokens.length, 0)
  const termsAt = columnBytes * (numberFields.length + 2)
  const bytes = new Uint8Array(termsAt + termBytes + tokenBytes + idBytes.length)
  const column = (index: number) => new Float64Array(bytes.buffer, index * columnBytes, segmentRows)

  numberFields.forEach((field, index) => {
    const values = column(index)
    for (const row of rows) values[row.row - first] = row[field] ?? Number.POSITIVE_INFINITY
  })
  const termEnds = column(numberFields.length)
  const tokenEnds = column(numberFields.length + 1)
  let termEnd = 0
  let tokenEnd = 0
  let next = 0
  for (let place = 0; place < segmentRows; place++) {
    if (rows[next]?.row === first + place) {
      const { terms, tokens } = rows[next++]
      bytes.set(terms, termsAt + termEnd)
      bytes.set(tokens, termsAt + termBytes + tokenEnd)
      termEnd += terms.length
      tokenEnd += tokens.length
    }
    termEnds[place] = termEnd
    tokenEnds[place] = tokenEnd
  }
  bytes.set(idBytes, termsAt + termBytes + tokenBytes)
  return bytes
}

export function decodeSegment(stored: Uint8Array): Segment {
  // A view of float64 needs an aligned buffer; the driver promises none.
  const bytes = stored.byteOffset % 8 === 0 ? stored : stored.slice()
  const columnBytes = segmentRows * 8
  const column = (index: number) => new Float64Array(bytes.buffer, bytes.byteOffset + index * columnBytes, segmentRows)
  const numbers = Object.fromEntries(numberFields.map((field, index) => [field, column(index)]))
  const termEnds = column(numberFields.length)
  const tokenEnds = column(numberFields.length + 1)
  const termsAt = columnBytes * (numberFields.length + 2)
  const tokensAt = termsAt + termEnds[segmentRows - 1]
  const idsAt = tokensAt + tokenEnds[segmentRows - 1]
  return {
    numbers: numbers as Record<NumberField, Float64Array>,
    ids: new TextDecoder().decode(bytes.subarray(idsAt)).split('\n'),
    terms: { ends: termEnds, bytes: bytes.subarray(termsAt, tokensAt) },
    tokens: { ends: tokenEnds, bytes: bytes.subarray(tokensAt, idsAt) },
  }
}
