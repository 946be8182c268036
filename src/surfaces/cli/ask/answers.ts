import type { Readable } from 'node:stream'
import { invalid } from '../../../errors.js'

/** Lines from standard input. Nothing is read before the first call of `next`. */
export interface Answers {
  /** The next line that is not blank; undefined at the end. */
  next(): Promise<string | undefined>
  /** The next line, for a question that has a default: blank for that. */
  nextLine(): Promise<string | undefined>
  /** Stops reading, so that the process can exit while the other side is still open. */
  end(): Promise<void>
}

export function readAnswers(stdin: Readable): Answers {
  let lines: AsyncGenerator<string> | undefined
  async function nextLine(): Promise<string | undefined> {
    lines ??= linesOf(stdin)
    const { value, done } = await lines.next()
    return done === true ? undefined : value
  }
  return {
    nextLine,
    async next() {
      for (;;) {
        const line = await nextLine()
        if (line === undefined || line.trim() !== '') return line
      }
    },
    async end() {
      await lines?.return(undefined)
    },
  }
}

const newline = 0x0a

async function* linesOf(stdin: Readable): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const part of stdin) {
    rest = Buffer.concat([rest, Buffer.from(part)])
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      yield toText(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
    }
  }
  if (rest.length > 0) yield toText(rest)
}

/** Decodes whole lines, so that a character split between two chunks is not broken. */
function toText(line: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line).replace(/\r$/, '')
  } catch {
    throw invalid('answer', 'answer must be UTF-8 text; standard input is not')
  }
}
