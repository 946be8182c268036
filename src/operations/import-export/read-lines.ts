/** A line of the input, or why it cannot be read. */
export type TextLine = { readonly number: number } & ({ readonly text: string } | { readonly problem: string })

/** Far longer than any line that an export writes, and short enough to hold in memory. */
const maxLineBytes = 128 * 1024 * 1024
const [lineFeed, carriageReturn] = [0x0a, 0x0d]
/** A yield costs as much as finding a line (`npm run bench:import`). Small groups keep little data read ahead. */
const linesPerGroup = 64
const bytesPerGroup = 256 * 1024

/** Reads lines in groups, numbered from 1, and skips blank ones. Nothing is held of a line that is too long. */
export async function* readLines(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes = maxLineBytes,
): AsyncGenerator<readonly TextLine[], void, undefined> {
  let number = 0
  let parts: Uint8Array[] = []
  let bytes = 0
  let lines: TextLine[] = []
  let bytesOfLines = 0

  function endLine(): void {
    number++
    const line = bytes > maxBytes ? tooLong(number, maxBytes) : decode(number, joined(parts))
    if (line !== undefined) lines.push(line)
    bytesOfLines += bytes
    parts = []
    bytes = 0
  }

  function takeGroup(): TextLine[] {
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
      if (bytes <= maxBytes) parts.push(chunk.subarray(from, to))
      else parts = []
      from = to + 1
      if (found !== -1) endLine()
      if (lines.length >= linesPerGroup || bytesOfLines >= bytesPerGroup) yield takeGroup()
    }
    // Before waiting for more input, which may endLine a while.
    if (lines.length > 0) yield takeGroup()
  }
  if (bytes > 0) endLine()
  if (lines.length > 0) yield lines
}

/** Most lines are within one chunk. */
const joined = (parts: readonly Uint8Array[]): Uint8Array => (parts.length === 1 ? parts[0] : Buffer.concat(parts))

const tooLong = (number: number, maxBytes: number): TextLine => ({
  number,
  problem: `is longer than ${Math.floor(maxBytes / 1024 ** 2)} MiB`,
})

// Only the first line drops a byte order mark, which some editors put at the beginning of a file.
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
