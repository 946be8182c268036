export interface TableRange {
  readonly start: number
  /** After its last line that is neither empty nor a comment: those that follow belong to the next table. */
  readonly end: number
}

/** Finds the table of this path and its sub-tables by their header lines. */
export function findTables(text: string, path: readonly string[]): readonly TableRange[] {
  const headers = [...blankStringsAndComments(text).matchAll(/^(\uFEFF?)[ \t]*\[/gm)].map(
    ({ 0: found, 1: mark, index }) => ({
      start: index + mark.length,
      keys: keysOf(text.slice(index + found.length - 1).split(/[\r\n]/, 1)[0]),
    }),
  )
  return headers.flatMap(({ start, keys }, index) => {
    if (!path.every((key, depth) => keys[depth] === key)) return []
    const next = headers[index + 1]?.start ?? text.length
    return [{ start, end: start + contentLength(text.slice(start, next)) }]
  })
}

/** The text before the first of these tables, and the text after it without the other tables and the empty lines above them. */
export function cutTables(text: string, path: readonly string[]): { readonly before: string; readonly after: string } {
  const [first, ...others] = findTables(text, path)
  if (first === undefined) return { before: text, after: '' }
  let after = ''
  let at = first.end
  for (const { start, end } of others) {
    after += withoutLastEmptyLine(text.slice(at, start))
    at = end
  }
  return { before: text.slice(0, first.start), after: after + text.slice(at) }
}

export const withoutLastEmptyLine = (text: string): string => text.replace(/(^|\n)\r?\n$/, '$1')

/** Replaces strings and comments, which may look like headers, by underscores. */
const blankStringsAndComments = (text: string): string =>
  text.replace(/"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\r\n])*"|'[^'\r\n]*'|#[^\r\n]*/g, (found) =>
    found.replace(/[^\r\n]/g, '_'),
  )

/** `[a."b.c"]` is `a`, `b.c`; empty for a line that is no header. */
function keysOf(header: string): readonly string[] {
  const [, inside] = /^\[\[?((?:[^\]"']|"[^"]*"|'[^']*')*)\]/.exec(header) ?? []
  if (inside === undefined) return []
  return [...inside.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  )
}

/** Length up to the last line that is neither empty nor a comment. */
function contentLength(table: string): number {
  let end = 0
  for (const { 0: line, index } of table.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    if (!/^[ \t]*(?:#|\r?\n|$)/.test(line)) end = index + line.length
  }
  return end
}
