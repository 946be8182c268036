/** A line of the input, or why it is none. */
export type InputLine = { readonly number: number } & ({ readonly text: string } | { readonly problem: string })

/** Far longer than any line that we write, and short enough to hold one. */
const mostBytes = 128 * 1024 * 1024
const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Lines by number, from 1; blank ones are passed over. Holds one line at a time, and of one too long nothing. */
export async function* readLines(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  longest = mostBytes,
): AsyncGenerator<InputLine, void, undefined> {
  let number = 0
  let parts: Uint8Array[] = []
  let bytes = 0

  function take(): InputLine | undefined {
    number++
    const line = bytes > longest ? tooLong(number, longest) : decode(number, joined(parts))
    parts = []
    bytes = 0
    return line
  }

  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; ) {
      const found = chunk.indexOf(lineFeed, from)
      const to = found === -1 ? chunk.length : found
      bytes += to - from
      if (bytes <= longest) parts.push(chunk.subarray(from, to))
      else parts = []
      from = to + 1
      const line = found === -1 ? undefined : take()
      if (line !== undefined) yield line
    }
  }
  const last = bytes === 0 ? undefined : take()
  if (last !== undefined) yield last
}

/** Most lines lie whole in what was read. */
const joined = (parts: readonly Uint8Array[]): Uint8Array => (parts.length === 1 ? parts[0] : Buffer.concat(parts))

const tooLong = (number: number, longest: number): InputLine => ({
  number,
  problem: `is longer than ${Math.floor(longest / 1024 ** 2)} MiB`,
})

// The first drops the mark that some editors put at the beginning of a file; inside a text it is kept.
const firstLine = new TextDecoder('utf-8', { fatal: true })
const otherLines = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(number: number, bytes: Uint8Array): InputLine | undefined {
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length
  try {
    const text = (number === 1 ? firstLine : otherLines).decode(bytes.subarray(0, end))
    return text.trim() === '' ? undefined : { number, text }
  } catch {
    return { number, problem: 'is not UTF-8 text' }
  }
}
