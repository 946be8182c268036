import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { originOf, type TranscriptOrigin } from '../../adapters/foreign-formats/transcript-origin.js'

const maxHeadBytes = 64 * 1024

/** From the beginning of an open transcript: a hook has no time for more. */
export const originIn = (file: number): TranscriptOrigin =>
  originOf(linesAt(file, 0, Math.min(fstatSync(file).size, maxHeadBytes)))

/** What all sessions have in common that go on from one another; null if the transcript does not tell. */
export function startOf(transcript: string): string | null {
  try {
    const file = openSync(transcript, 'r')
    try {
      return originIn(file).start
    } finally {
      closeSync(file)
    }
  } catch {
    // A client may write its transcript only later.
    return null
  }
}

/** Whole lines; those at the edges may be parts, which no reader takes for records. */
export function linesAt(file: number, from: number, length: number): readonly string[] {
  const bytes = Buffer.alloc(length)
  const count = readSync(file, bytes, 0, length, from)
  return bytes.toString('utf8', 0, count).split('\n')
}
