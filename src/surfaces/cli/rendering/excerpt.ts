import { toPrintable } from '../../../terminal-text.js'
import type { Terminal } from '../terminal.js'
import { indentWrapped } from './layout.js'
import { wrap } from './wrap.js'

/** Longer texts are cut: another command shows all of it. */
const maxLines = 2

/** The beginning of a text, indented. */
export function excerpt(text: string, { columns }: Terminal, indent: number): string[] {
  const lines = wrap(toPrintable(text), columns - indent - 2)
  const shown = lines.slice(0, maxLines)
  if (lines.length > maxLines) shown[maxLines - 1] += ' …'
  return shown.flatMap((line) => indentWrapped(line, columns, indent))
}
