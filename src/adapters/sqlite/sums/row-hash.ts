import { crc32 } from 'node:zlib'

/**
 * CRC-32 of a row, by its columns in the order of the table. Empty columns are left out, so that a column which a later
 * schema adds does not change the checksums of the rows before it.
 */
export function hashRow(values: readonly unknown[]): number {
  let text = ''
  let bytes = 0
  for (let place = 0; place < values.length; place++) {
    const value = values[place]
    if (value === null || value === undefined) continue
    if (value instanceof Uint8Array) bytes = crc32(value, (bytes ^ place) >>> 0)
    else text += `${place}:${value}\n`
  }
  return crc32(text, bytes)
}

/** Checksums are added up modulo this: a part has a few hundred rows, and numbers below 2⁵³ are exact. */
export const sumEnd = 2 ** 48

export const addSums = (a: number, b: number): number => (((a + b) % sumEnd) + sumEnd) % sumEnd
