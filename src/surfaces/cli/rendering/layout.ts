import type { Terminal } from '../terminal.js'
import { padTo, widthOf, wrap } from './wrap.js'

export function indentWrapped(text: string, columns: number, indent: number): string[] {
  return wrap(text, columns - indent).map((line) => (line === '' ? '' : ' '.repeat(indent) + line))
}

/** Names in one column, values in the next. */
export function table(rows: readonly (readonly [name: string, value: string])[], terminal: Terminal): string[] {
  const { columns, style } = terminal
  const widest = Math.max(...rows.map(([name]) => widthOf(name)))
  const indent = widest + 4
  return rows.flatMap(([name, value]) => {
    const [first = '', ...rest] = wrap(value, columns - indent)
    return [`  ${style.dim(padTo(name, widest))}  ${first}`, ...rest.map((line) => ' '.repeat(indent) + line)]
  })
}

/** A bar of ten cells for a share from 0 to 1. */
export function bar(share: number, paint: (text: string) => string, { dim }: Terminal['style']): string {
  const cells = Math.max(0, Math.min(10, Math.round(share * 10)))
  return paint('▰'.repeat(cells)) + dim('▱'.repeat(10 - cells))
}
