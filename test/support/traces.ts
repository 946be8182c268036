import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What to look for: a word as people and indexes write it, or the bytes of a vector. */
export type Trace = string | Uint8Array

/** Every file under the folders that holds any of the traces, in UTF-8 or UTF-16, whatever the case of the letters. */
export function filesHolding(folders: readonly string[], traces: readonly Trace[]): string[] {
  return folders.flatMap(filesUnder).filter((path) => {
    const bytes = readFileSync(path)
    // Latin-1 knows every byte, so that letters of either case can be looked for at once.
    const lowered = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1')
    return traces.some((trace) => {
      if (typeof trace !== 'string') return bytes.includes(Buffer.from(trace))
      const word = trace.toLowerCase()
      const wide = Buffer.from(word, 'utf16le')
      return [Buffer.from(word), wide, Buffer.from(wide).swap16()].some((wanted) => lowered.includes(wanted))
    })
  })
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}
