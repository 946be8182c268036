/** A heading with all that stands below it, up to the next one of its level. */
export interface Section {
  /** As it is written: `` `recall` ``. */
  readonly heading: string
  readonly level: number
  readonly text: string
}

interface Line {
  readonly text: string
  readonly isHeading: boolean
}

/** A `#` in a block of code is no heading. */
function linesOf(markdown: string): Line[] {
  let fence: string | undefined
  return markdown.split('\n').map((text) => {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(text) ?? []
    const isFence = mark !== undefined && (fence === undefined || text.trim() === fence)
    const isInCode = fence !== undefined || isFence
    if (isFence) fence = fence === undefined ? mark.trim() : undefined
    return { text, isHeading: !isInCode && /^#{1,6} /.test(text) }
  })
}

export function sectionsOf(markdown: string): Section[] {
  const lines = linesOf(markdown)
  const levelAt = (index: number) => lines[index]!.text.indexOf(' ')
  return lines.flatMap(({ text, isHeading }, start) => {
    if (!isHeading) return []
    const level = levelAt(start)
    const end = lines.findIndex((line, at) => at > start && line.isHeading && levelAt(at) <= level)
    const body = lines.slice(start, end === -1 ? undefined : end).map((line) => line.text)
    return [{ heading: text.slice(level + 1).trim(), level, text: body.join('\n') }]
  })
}

/** Where links with a `#` may lead: the headings as GitHub names them; of equal ones the second is `…-1`. */
export function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = sectionsOf(markdown).map(({ heading }) => {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\p{Mark}_ -]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return before === 0 ? name : `${name}-${before}`
  })
  return new Set(anchors)
}

/** The rows of every table, without the line of headings: each cell as it is written. */
export function rowsOf(markdown: string): string[][] {
  const rows = markdown
    .split('\n')
    .map((line) => (/^\|.*\|$/.test(line) ? splitRow(line) : undefined))
    .map((row, at, all) => (isRule(all[at + 1]) || isRule(row) ? undefined : row))
  return rows.filter((row) => row !== undefined)
}

const splitRow = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const isRule = (row: readonly string[] | undefined): boolean => row?.every((cell) => /^:?-+:?$/.test(cell)) ?? false
