import type { Writable } from 'node:stream'
import { toOutput } from '../../terminal-text.js'
import { withSequences } from './terminal-marks.js'

/** Where commands print. Text only: `data` of the surface is for files of data. */
export interface Output {
  readonly isTTY?: boolean
  write(text: string): boolean
}

type Stream = Writable & { readonly isTTY?: boolean }

/**
 * The one way to a terminal, a pipe or a log: whatever a command prints, nothing in it is obeyed but this program's own
 * marks. It filters what goes to a pipe, too, since most of that ends on a terminal; JSON is the same JSON afterwards.
 */
export const printableOutput = (stream: Stream): Output => ({
  ...(stream.isTTY === undefined ? {} : { isTTY: stream.isTTY }),
  write: (text) => stream.write(withSequences(text, toOutput)),
})

/** For files of data, such as an export: byte for byte, unless somebody looks at it in a terminal. */
export function dataOutput(stream: Stream): Stream {
  if (stream.isTTY !== true) return stream
  const printable = printableOutput(stream)
  const write = (piece: string | Uint8Array) => printable.write(Buffer.from(piece).toString())
  return Object.assign(Object.create(stream), printable, { write })
}
