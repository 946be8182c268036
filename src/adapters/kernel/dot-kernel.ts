/** Dot products and sums over bytes in shared memory. Addresses are byte offsets into `buffer`. */
export interface DotKernel {
  readonly name: KernelName
  /** Replaced by `growTo`: views must be made again. */
  readonly buffer: SharedArrayBuffer
  /** Makes the buffer at least this long, and keeps its content; new bytes are zero. */
  growTo(bytes: number): void
  /** Writes an int32 to `output` for each of `count` rows. The query is int16, `stride` a multiple of 16. */
  dotRows(query: number, rows: number, stride: number, count: number, output: number): void
  /** The same for the rows whose int32 numbers are at `picks`. */
  dotPicked(query: number, rows: number, stride: number, picks: number, count: number, output: number): void
  /** Writes an int32 to `output` for each of `count` rows: its dot product with itself. */
  squareRows(rows: number, stride: number, count: number, output: number): void
  /** Adds the rows whose int32 numbers are at `picks`, each times its float64 at `weights`, to the `stride` float64 at `output`. */
  addPicked(rows: number, stride: number, picks: number, weights: number, count: number, output: number): void
}

export type KernelName = 'wasm' | 'javascript'
