export interface TablePlace {
  readonly start: number
  /** Behind its last line that says something: what follows belongs to the next table. */
  readonly end: number
}

/** Where the table of this path and the tables below it are written, as far as headers in lines of their own tell. */
export function findTables(text: string, path: readonly string[]): readonly TablePlace[] {
  const headers = [...withoutWords(text).matchAll(/^(\uFEFF?)[ \t]*\[/gm)].map(({ 0: found, 1: mark, index }) => ({
    start: index + mark.length,
    keys: keysOf(text.slice(index + found.length - 1).split(/[\r\n]/, 1)[0]),
  }))
  return headers.flatMap(({ start, keys }, index) => {
    if (!path.every((key, depth) => keys[depth] === key)) return []
    const next = headers[index + 1]?.start ?? text.length
    return [{ start, end: start + spoken(text.slice(start, next)) }]
  })
}

/** What stands before the first of these tables, and what is left behind it without the others and the lines above them. */
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

/** Strings and comments may look like headers: signs that mean nothing in their place. */
const withoutWords = (text: string): string =>
  text.replace(/"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\r\n])*"|'[^'\r\n]*'|#[^\r\n]*/g, (words) =>
    words.replace(/[^\r\n]/g, '_'),
  )

/** `[a."b.c"]` is `a`, `b.c`; what is no header has no keys. */
function keysOf(header: string): readonly string[] {
  const [, inside] = /^\[\[?((?:[^\]"']|"[^"]*"|'[^']*')*)\]/.exec(header) ?? []
  if (inside === undefined) return []
  return [...inside.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  )
}

/** How far the lines go that are neither empty nor a comment. */
function spoken(table: string): number {
  let end = 0
  for (const { 0: line, index } of table.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    if (!/^[ \t]*(?:#|\r?\n|$)/.test(line)) end = index + line.length
  }
  return end
}
