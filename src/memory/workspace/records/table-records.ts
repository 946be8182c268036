import { type ParsedRecord, toRecord } from './record.js'

const delimiterCell = /^:?-+:?$/
const unescapedPipe = /(?<!\\)\|/

/** The records of a Markdown table that begins at `start`, and the line after it. Undefined when none begins there. */
export function parseTable(
  lines: readonly string[],
  start: number,
  title?: string,
): { readonly records: readonly ParsedRecord[]; readonly end: number } | undefined {
  const header = cellsOf(lines[start])
  const delimiter = cellsOf(lines[start + 1] ?? '')
  if (header === undefined || delimiter?.length !== header.length) return undefined
  if (!delimiter.every((cell) => delimiterCell.test(cell))) return undefined

  const records: ParsedRecord[] = []
  let end = start + 2
  for (; end < lines.length; end++) {
    const cells = cellsOf(lines[end])
    if (cells === undefined) break
    const pairs = header.map((name, column) => [name, cells[column] ?? ''] as const).filter(([name]) => name !== '')
    const record = toRecord(pairs, title === undefined ? {} : { title })
    if (record !== undefined) records.push(record)
  }
  return { records, end }
}

/** Undefined for a line that is not a row. Pipes at both ends are optional, an escaped pipe is text. */
function cellsOf(line: string): readonly string[] | undefined {
  if (!unescapedPipe.test(line)) return undefined
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(unescapedPipe).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
