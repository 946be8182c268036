import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cosine } from '../../memory/recall/ranking/cosine.js'
import { createInt8Matrix } from './int8-matrix.js'

const kernels = ['wasm', 'javascript'] as const

/** Any bytes, −128 included; the same for the same seed. */
function bytes(length: number, seed: number): Int8Array {
  let state = seed + 1
  return Int8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state >> 24
  })
}

function filled(kernel: (typeof kernels)[number], dimensions: number, rows: readonly Int8Array[]) {
  const matrix = createInt8Matrix({ dimensions, kernel })
  rows.forEach((vector, row) => {
    matrix.set(row, vector)
  })
  return matrix
}

describe('choosing the kernel', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('WebAssembly runs by default', () => {
    expect(createInt8Matrix({ dimensions: 16 }).kernel).toBe('wasm')
  })

  test('JavaScript runs where WebAssembly cannot, unless WebAssembly was asked for', () => {
    vi.stubGlobal('WebAssembly', undefined)
    expect(createInt8Matrix({ dimensions: 16 }).kernel).toBe('javascript')
    expect(() => createInt8Matrix({ dimensions: 16, kernel: 'wasm' })).toThrowError(/cannot run here/)
  })
})

describe.each(kernels)('Int8Matrix on %s', (kernel) => {
  test.each([1, 7, 16, 100, 256, 384])(
    '[REC12] gives the very number that cosine gives, at %i dimensions',
    (dimensions) => {
      const rows = Array.from({ length: 11 }, (_, row) => bytes(dimensions, row))
      const query = bytes(dimensions, 99)
      expect(filled(kernel, dimensions, rows).cosines(query)).toEqual(
        Float32Array.from(rows, (row) => cosine(row, query)),
      )
    },
  )

  test.each([1, 16, 100, 256])(
    '[REC1] sums rows by their weights, more than fit at once, at %i dimensions',
    (dimensions) => {
      const rows = Array.from({ length: 11 }, (_, row) => bytes(dimensions, row))
      const matrix = filled(kernel, dimensions, rows)
      const picked = Uint16Array.from({ length: 5_000 }, (_, place) => (place * 7) % rows.length)
      const weights = Float64Array.from(picked, (_, place) => 0.1 * (1 + (place % 5)))
      const sumAt = (at: number) => picked.reduce((sum, row, place) => sum + rows[row]![at]! * weights[place]!, 0)
      expect(matrix.weighedSum(picked, weights)).toEqual(
        Float64Array.from({ length: dimensions }, (_, at) => sumAt(at)),
      )
      expect(matrix.weighedSum(new Uint16Array(), new Float64Array())).toEqual(new Float64Array(dimensions))
    },
  )

  test('keeps the extremes exact', () => {
    const lowest = new Int8Array(256).fill(-128)
    const highest = new Int8Array(256).fill(127)
    expect(filled(kernel, 256, [lowest, highest]).cosines(lowest)).toEqual(Float32Array.of(1, -1))
  })

  test('a row never set, a row made zero and a zero query have cosine 0', () => {
    const vector = bytes(16, 1)
    const matrix = filled(kernel, 16, [vector, vector])
    matrix.ensureRows(3)
    matrix.set(1, new Int8Array(16))
    expect(matrix.cosines(vector)).toEqual(Float32Array.of(1, 0, 0))
    expect(matrix.cosines(new Int8Array(16))).toEqual(new Float32Array(3))
    expect(matrix.row(1)).toEqual(new Int8Array(16))
    expect([0, 1, 2].map((row) => matrix.hasDirection(row))).toEqual([true, false, false])
  })

  test('scans the first rows only, when asked', () => {
    const rows = [bytes(16, 1), bytes(16, 2), bytes(16, 3)]
    expect(filled(kernel, 16, rows).cosines(rows[1]!, 2)).toEqual(Float32Array.of(cosine(rows[0]!, rows[1]!), 1))
  })

  test('keeps its rows while it grows past a block and past its first memory', () => {
    const rows = Array.from({ length: 5000 }, (_, row) => bytes(32, row))
    const matrix = filled(kernel, 32, rows)
    const query = rows[4321]!
    const expected = Float32Array.from(rows, (row) => cosine(row, query))
    expect(matrix.rows).toBe(5000)
    expect(matrix.row(17)).toEqual(rows[17])
    expect(matrix.cosines(query)).toEqual(expected)
  })

  test('ensureRows never shrinks', () => {
    const matrix = createInt8Matrix({ dimensions: 16, kernel })
    matrix.ensureRows(5)
    matrix.ensureRows(2)
    expect(matrix.rows).toBe(5)
    expect(matrix.cosines(bytes(16, 1))).toEqual(new Float32Array(5))
  })

  test('picked rows have the cosines of the scan, in the order asked for', () => {
    const rows = Array.from({ length: 50 }, (_, row) => bytes(48, row))
    const matrix = filled(kernel, 48, rows)
    const query = bytes(48, 77)
    const scanned = matrix.cosines(query)
    const picked = Int32Array.from({ length: 5000 }, (_, i) => (i * 31) % 50)
    expect(matrix.cosinesOf(query, picked)).toEqual(Float32Array.from(picked, (row) => scanned[row]!))
  })

  test.each([48, 20])('rows of %i dimensions given at once are the rows given one by one', (dimensions) => {
    const rows = Array.from({ length: 5_000 }, (_, row) =>
      row % 7 === 0 ? new Int8Array(dimensions) : bytes(dimensions, row),
    )
    const matrix = filled(kernel, dimensions, [bytes(dimensions, 99), bytes(dimensions, 98)])
    matrix.setRun(1, Int8Array.from(rows.flatMap((row) => [...row])))
    const query = bytes(dimensions, 77)
    const expected = filled(kernel, dimensions, [bytes(dimensions, 99), ...rows])
    expect(matrix.rows).toBe(5_001)
    expect(matrix.cosines(query)).toEqual(expected.cosines(query))
    expect(matrix.hasDirection(1)).toBe(false)
    matrix.set(1, bytes(dimensions, 5))
    expect(matrix.hasDirection(1)).toBe(true)
  })

  test('rows that the caller fills are rows like others, unless they would have to be padded', () => {
    const rows = Array.from({ length: 30 }, (_, row) => bytes(48, row))
    const matrix = createInt8Matrix({ dimensions: 48, kernel })
    matrix.roomForFirst(30).set(rows.flatMap((row) => [...row]))
    const query = bytes(48, 77)
    expect(matrix.cosines(query)).toEqual(filled(kernel, 48, rows).cosines(query))
    expect(() => createInt8Matrix({ dimensions: 20, kernel }).roomForFirst(1)).toThrowError(/padded/)
  })

  test('other threads can see the rows', () => {
    expect(filled(kernel, 16, [bytes(16, 1)]).row(0).buffer).toBeInstanceOf(SharedArrayBuffer)
  })

  test('refuses a vector of another length', () => {
    const matrix = filled(kernel, 16, [bytes(16, 1)])
    expect(() => matrix.set(0, new Int8Array(17))).toThrowError(/17 in a matrix of 16/)
    expect(() => matrix.setRun(0, new Int8Array(33))).toThrowError(/33 in a matrix of 16/)
    expect(() => matrix.cosines(new Int8Array(15))).toThrowError(/15 in a matrix of 16/)
  })
})

test('[REC12] both kernels agree to the bit', () => {
  const dimensions = 40
  const vectors = fc.int8Array({ minLength: dimensions, maxLength: dimensions })
  const [wasm, javascript] = kernels.map((kernel) => createInt8Matrix({ dimensions, kernel }))
  fc.assert(
    fc.property(fc.array(vectors, { minLength: 1, maxLength: 20 }), vectors, (rows, query) => {
      for (const matrix of [wasm!, javascript!]) {
        rows.forEach((vector, row) => {
          matrix.set(row, vector)
        })
      }
      expect(wasm!.cosines(query)).toEqual(javascript!.cosines(query))
    }),
  )
})
