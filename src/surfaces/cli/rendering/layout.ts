import type { Terminal } from '../terminal.js'
import { padTo, widthOf, wrap } from './wrap.js'

/** Text, wrapped and moved to the right. */
export function indented(text: string, columns: number, indent: number): string[] {
  return wrap(text, columns - indent).map((line) => (line === '' ? '' : ' '.repeat(indent) + line))
}

/** Names in one column, what they name in the next. */
export function table(rows: readonly (readonly [name: string, value: string])[], terminal: Terminal): string[] {
  const { columns, style } = terminal
  const widest = Math.max(...rows.map(([name]) => widthOf(name)))
  const indent = widest + 4
  return rows.flatMap(([name, value]) => {
    const [first = '', ...rest] = wrap(value, columns - indent)
    return [`  ${style.dim(padTo(name, widest))}  ${first}`, ...rest.map((line) => ' '.repeat(indent) + line)]
  })
}

/** A share of 1, ten cells wide. */
export function bar(share: number): { readonly filled: string; readonly empty: string } {
  const cells = Math.max(0, Math.min(10, Math.round(share * 10)))
  return { filled: '▰'.repeat(cells), empty: '▱'.repeat(10 - cells) }
}

export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

export const bytes = (count: number): string => {
  if (count < 1024) return `${count} bytes`
  const [value, unit] =
    count < 1024 ** 2
      ? [count / 1024, 'KiB']
      : count < 1024 ** 3
        ? [count / 1024 ** 2, 'MiB']
        : [count / 1024 ** 3, 'GiB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
