import { expect, test } from 'vitest'
import { readLines } from './read-lines.js'
import { textLines } from './text-lines.js'

test.each(['', 'one', '\ufeffone\r\n\r\n  \nfour\n', 'a\rb\n\ufeffc\u2028d\n\n'])(
  '[GWT14] a text has the lines that it would have as a file: %j',
  async (text) => {
    const read = []
    for await (const lines of readLines([Buffer.from(text)])) read.push(...lines)
    expect(textLines(text)).toEqual(read)
  },
)
