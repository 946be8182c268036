import { WorldWeaverError } from '../../errors.js'
import { inverseNorm, inverseNormOfSquare } from '../../memory/recall/ranking/cosine.js'
import type { DotKernel, KernelName } from './dot-kernel.js'
import { createJavaScriptKernel } from './javascript-kernel.js'
import { createWasmKernel } from './wasm-kernel.js'

/** Rows of int8 in shared memory, and the cosine of a query with all of them: exactly `cosine` of each pair. */
export interface Int8Matrix {
  readonly dimensions: number
  /** Which kernel runs: the fallback is correct but slow, so statistics show it. */
  readonly kernel: KernelName
  /** Number of rows; those never set are zero. */
  readonly rows: number
  ensureRows(count: number): void
  /** Adds the row, and zero rows before it, if there are not as many yet. */
  set(row: number, vector: Int8Array): void
  /** The same for several rows, one after the other. */
  setRun(first: number, vectors: Int8Array): void
  /** The first rows as one array for the caller to fill; only for dimensions that need no padding. */
  roomForFirst(count: number): Int8Array
  /** A read-only view, valid until the matrix grows. */
  row(row: number): Int8Array
  /** False for a zero row. */
  hasDirection(row: number): boolean
  /** For the first `rowCount` rows (default: all); 0 for a zero row. Valid until the next call. */
  cosines(query: Int8Array, rowCount?: number): Float32Array
  /** For these rows, in this order. */
  cosinesOf(query: Int8Array, rows: Int32Array): Float32Array
  /** Σ of these rows, each times its weight. */
  weighedSum(rows: Uint16Array, weights: Float64Array): Float64Array
}

interface Int8MatrixOptions {
  readonly dimensions: number
  /** Default: WebAssembly where it runs. */
  readonly kernel?: KernelName
}

/** Rows per call into the kernel: their dot products stay in the first-level cache until they are scaled (`npm run bench:speed`). */
const blockRows = 2048
const growthFactor = 1.5

export function createInt8Matrix({ dimensions, kernel: wanted }: Int8MatrixOptions): Int8Matrix {
  const kernel = createKernel(wanted)
  const stride = Math.ceil(dimensions / 16) * 16
  // The memory: the query as int16, a sum, weights, picked row numbers, dot products, then the rows to the end.
  const queryAt = 0
  const sumAt = queryAt + stride * 2
  const weightsAt = sumAt + stride * 8
  const picksAt = weightsAt + blockRows * 8
  const dotsAt = picksAt + blockRows * 4
  const rowsAt = dotsAt + blockRows * 4

  let rows = 0
  let capacity = 0
  // NaN until needed: most rows of a vocabulary never are.
  let inverseNorms = new Float64Array(0)
  // Reused: a new array for each scan would be hundreds of kilobytes of garbage (`npm run bench:speed`).
  let results = new Float32Array(0)
  let views = reserve(0)

  function reserve(rowCapacity: number) {
    kernel.growTo(rowsAt + rowCapacity * stride)
    const { buffer } = kernel
    return {
      query: new Int16Array(buffer, queryAt, dimensions),
      sum: new Float64Array(buffer, sumAt, dimensions),
      weights: new Float64Array(buffer, weightsAt, blockRows),
      picks: new Int32Array(buffer, picksAt, blockRows),
      dots: new Int32Array(buffer, dotsAt, blockRows),
      rows: new Int8Array(buffer, rowsAt),
    }
  }

  function ensureRows(count: number): void {
    if (count > capacity) {
      const grown = Math.max(count, Math.ceil(capacity * growthFactor))
      views = reserve(grown)
      const norms = new Float64Array(grown)
      norms.set(inverseNorms)
      inverseNorms = norms
      capacity = grown
    }
    rows = Math.max(rows, count)
  }

  const rowAt = (row: number): Int8Array => views.rows.subarray(row * stride, row * stride + dimensions)

  function inverseNormOf(row: number): number {
    const known = inverseNorms[row]!
    if (!Number.isNaN(known)) return known
    const found = inverseNorm(rowAt(row))
    inverseNorms[row] = found
    return found
  }

  /** Computes the norms of a run of rows at once, which is much faster than one by one (`npm run bench:speed`). */
  function measure(first: number, count: number): void {
    for (let start = 0; start < count; start += blockRows) {
      const inBlock = Math.min(blockRows, count - start)
      kernel.squareRows(rowsAt + (first + start) * stride, stride, inBlock, dotsAt)
      for (let i = 0; i < inBlock; i++) inverseNorms[first + start + i] = inverseNormOfSquare(views.dots[i]!)
    }
  }

  /** A vector of another length would overwrite its neighbours. */
  function assertFits(vector: Int8Array): void {
    if (vector.length === dimensions) return
    throw new WorldWeaverError('internal_error', `a vector of ${vector.length} in a matrix of ${dimensions} dimensions`)
  }

  return {
    dimensions,
    kernel: kernel.name,
    get rows() {
      return rows
    },
    ensureRows,
    set(row, vector) {
      assertFits(vector)
      ensureRows(row + 1)
      views.rows.set(vector, row * stride)
      inverseNorms[row] = Number.NaN
    },
    setRun(first, vectors) {
      const count = vectors.length / dimensions
      if (!Number.isInteger(count)) assertFits(vectors)
      ensureRows(first + count)
      if (stride === dimensions) views.rows.set(vectors, first * stride)
      else
        for (let place = 0; place < count; place++)
          rowAt(first + place).set(vectors.subarray(place * dimensions, (place + 1) * dimensions))
      measure(first, count)
    },
    roomForFirst(count) {
      if (stride !== dimensions) throw new WorldWeaverError('internal_error', `rows of ${dimensions} are padded`)
      ensureRows(count)
      inverseNorms.fill(Number.NaN, 0, count)
      return views.rows.subarray(0, count * stride)
    },
    row: rowAt,
    hasDirection: (row) => inverseNormOf(row) > 0,
    cosines(query, rowCount = rows) {
      assertFits(query)
      views.query.set(query)
      const queryNorm = inverseNorm(query)
      if (results.length < rowCount) results = new Float32Array(capacity)
      const cosines = results.subarray(0, rowCount)
      const { dots } = views
      for (let start = 0; start < rowCount; start += blockRows) {
        const count = Math.min(blockRows, rowCount - start)
        kernel.dotRows(queryAt, rowsAt + start * stride, stride, count, dotsAt)
        for (let i = 0; i < count; i++) cosines[start + i] = dots[i]! * (inverseNormOf(start + i) * queryNorm)
      }
      return cosines
    },
    cosinesOf(query, picked) {
      assertFits(query)
      views.query.set(query)
      const queryNorm = inverseNorm(query)
      const cosines = new Float32Array(picked.length)
      const { dots, picks } = views
      for (let start = 0; start < picked.length; start += blockRows) {
        const block = picked.subarray(start, start + blockRows)
        picks.set(block)
        kernel.dotPicked(queryAt, rowsAt, stride, picksAt, block.length, dotsAt)
        for (let i = 0; i < block.length; i++) cosines[start + i] = dots[i]! * (inverseNormOf(block[i]!) * queryNorm)
      }
      return cosines
    },
    weighedSum(picked, weighing) {
      const { sum, weights, picks } = views
      sum.fill(0)
      for (let start = 0; start < picked.length; start += blockRows) {
        const block = picked.subarray(start, start + blockRows)
        picks.set(block)
        weights.set(weighing.subarray(start, start + blockRows))
        kernel.addPicked(rowsAt, stride, picksAt, weightsAt, block.length, sumAt)
      }
      return sum.slice()
    },
  }
}

function createKernel(wanted: KernelName | undefined): DotKernel {
  if (wanted === 'javascript') return createJavaScriptKernel()
  try {
    return createWasmKernel()
  } catch (cause) {
    // For any reason: the results are the same, and `kernel` shows which one runs.
    if (wanted === undefined) return createJavaScriptKernel()
    throw new WorldWeaverError('internal_error', 'the WebAssembly kernel cannot run here', { cause })
  }
}
