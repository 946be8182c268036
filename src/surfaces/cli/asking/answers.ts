import type { Readable } from 'node:stream'
import { invalid } from '../../../errors.js'

/** What somebody types or pipes in, a line at a time. Nothing is read before the first is asked for. */
export interface Answers {
  /** The next line that says something; undefined when there is none. */
  next(): Promise<string | undefined>
  /** Lets the program end, whoever still holds the other side open. */
  end(): Promise<void>
}

export function readAnswers(stdin: Readable): Answers {
  let lines: AsyncGenerator<string> | undefined
  return {
    async next() {
      lines ??= linesOf(stdin)
      for (;;) {
        const { value, done } = await lines.next()
        if (done === true) return undefined
        if (value.trim() !== '') return value
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

/** By the line, so that a character that came in two parts stays whole. */
function toText(line: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line).replace(/\r$/, '')
  } catch {
    throw invalid('answer', 'answer must be UTF-8 text; what came from standard input is not')
  }
}
