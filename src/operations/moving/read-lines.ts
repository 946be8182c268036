/** A line of the input, or why it is none. */
export type TextLine = { readonly number: number } & ({ readonly text: string } | { readonly problem: string })

/** Far longer than any line that we write, and short enough to hold one. */
const mostBytes = 128 * 1024 * 1024
const [lineFeed, carriageReturn] = [0x0a, 0x0d]
/** Handing over costs as much as finding a line. Few enough that what is read ahead is little. */
const linesAtOnce = 64
const bytesAtOnce = 256 * 1024

/** Lines by number, from 1, some at a time; blank ones are passed over. Of one too long nothing is held. */
export async function* readLines(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  longest = mostBytes,
): AsyncGenerator<readonly TextLine[], void, undefined> {
  let number = 0
  let parts: Uint8Array[] = []
  let bytes = 0
  let lines: TextLine[] = []
  let bytesOfLines = 0

  function take(): void {
    number++
    const line = bytes > longest ? tooLong(number, longest) : decode(number, joined(parts))
    if (line !== undefined) lines.push(line)
    bytesOfLines += bytes
    parts = []
    bytes = 0
  }

  function handOver(): TextLine[] {
    const some = lines
    lines = []
    bytesOfLines = 0
    return some
  }

  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; ) {
      const found = chunk.indexOf(lineFeed, from)
      const to = found === -1 ? chunk.length : found
      bytes += to - from
      if (bytes <= longest) parts.push(chunk.subarray(from, to))
      else parts = []
      from = to + 1
      if (found !== -1) take()
      if (lines.length >= linesAtOnce || bytesOfLines >= bytesAtOnce) yield handOver()
    }
    // Before it waits for more: that may take a while.
    if (lines.length > 0) yield handOver()
  }
  if (bytes > 0) take()
  if (lines.length > 0) yield lines
}

/** Most lines lie whole in what was read. */
const joined = (parts: readonly Uint8Array[]): Uint8Array => (parts.length === 1 ? parts[0] : Buffer.concat(parts))

const tooLong = (number: number, longest: number): TextLine => ({
  number,
  problem: `is longer than ${Math.floor(longest / 1024 ** 2)} MiB`,
})

// The first drops the mark that some editors put at the beginning of a file; inside a text it is kept.
const firstLine = new TextDecoder('utf-8', { fatal: true })
const otherLines = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(number: number, bytes: Uint8Array): TextLine | undefined {
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length
  try {
    const text = (number === 1 ? firstLine : otherLines).decode(bytes.subarray(0, end))
    return text.trim() === '' ? undefined : { number, text }
  } catch {
    return { number, problem: 'is not UTF-8 text' }
  }
}
