import type { DotKernel } from './dot-kernel.js'

/** Runs on every engine, with the same results as the WebAssembly kernel; dot products take about twenty times longer. */
export function createJavaScriptKernel(): DotKernel {
  let buffer = new SharedArrayBuffer(0)
  let bytes = new Int8Array(buffer)

  function dot(query: Int16Array, row: number): number {
    let sum = 0
    // Four at a time, truncated to int32, so that the engine keeps the sum in an integer register.
    for (let i = 0; i < query.length; i += 4) {
      const first = query[i]! * bytes[row + i]! + query[i + 1]! * bytes[row + i + 1]!
      const second = query[i + 2]! * bytes[row + i + 2]! + query[i + 3]! * bytes[row + i + 3]!
      sum = (sum + first + second) | 0
    }
    return sum
  }

  return {
    name: 'javascript',
    get buffer() {
      return buffer
    },
    growTo(length) {
      if (length <= buffer.byteLength) return
      buffer = new SharedArrayBuffer(length)
      const grown = new Int8Array(buffer)
      grown.set(bytes)
      bytes = grown
    },
    dotRows(query, rows, stride, count, output) {
      const wide = new Int16Array(buffer, query, stride)
      const dots = new Int32Array(buffer, output, count)
      for (let i = 0; i < count; i++) dots[i] = dot(wide, rows + i * stride)
    },
    dotPicked(query, rows, stride, picks, count, output) {
      const wide = new Int16Array(buffer, query, stride)
      const picked = new Int32Array(buffer, picks, count)
      const dots = new Int32Array(buffer, output, count)
      for (let i = 0; i < count; i++) dots[i] = dot(wide, rows + picked[i]! * stride)
    },
    squareRows(rows, stride, count, output) {
      const squares = new Int32Array(buffer, output, count)
      for (let i = 0; i < count; i++) {
        let sum = 0
        for (let at = rows + i * stride; at < rows + (i + 1) * stride; at++) sum = (sum + bytes[at]! * bytes[at]!) | 0
        squares[i] = sum
      }
    },
    addPicked(rows, stride, picks, weights, count, output) {
      const picked = new Int32Array(buffer, picks, count)
      const weighing = new Float64Array(buffer, weights, count)
      const sum = new Float64Array(buffer, output, stride)
      for (let i = 0; i < count; i++) {
        const row = rows + picked[i]! * stride
        for (let at = 0; at < stride; at++) sum[at]! += bytes[row + at]! * weighing[i]!
      }
    },
  }
}
