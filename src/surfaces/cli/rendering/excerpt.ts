import type { Terminal } from '../terminal.js'
import { indented } from './layout.js'
import { toPrintable } from './printable.js'
import { wrap } from './wrap.js'

/** Past this a content is cut: a list is for a glance, and the rest is one command away. */
const longestLines = 2

/** The beginning of a text, moved to the right. */
export function excerpt(text: string, { columns }: Terminal, indent: number): string[] {
  const lines = wrap(toPrintable(text), columns - indent - 2)
  const shown = lines.slice(0, longestLines)
  if (lines.length > longestLines) shown[longestLines - 1] += ' …'
  return shown.flatMap((line) => indented(line, columns, indent))
}
