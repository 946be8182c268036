import { isObject } from '../../../memory/is-object.js'

/** How a file is written, so that what we add looks as if its owner had. */
export interface JsonStyle {
  readonly eol: string
  /** One step of indentation. */
  readonly unit: string
  /** No blanks between values. */
  readonly isDense: boolean
}

/** Objects over several lines, lists of plain values in one; the first line is not indented. */
export function printLines(value: unknown, indent: string, style: JsonStyle): string {
  const inner = indent + style.unit
  const print = (each: unknown) => printLines(each, inner, style)
  const over = (open: string, parts: readonly string[], close: string) =>
    [open, parts.map((part) => inner + part).join(`,${style.eol}`), indent + close].join(style.eol)
  if (Array.isArray(value) && value.some(isHolder)) return over('[', value.map(print), ']')
  if (!isObject(value) || !isHolder(value)) return printLine(value, { ...style, isDense: false })
  return over(
    '{',
    Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${print(each)}`),
    '}',
  )
}

const isHolder = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

export function printLine(value: unknown, style: JsonStyle): string {
  const [blank, comma, colon] = style.isDense ? ['', ',', ':'] : [' ', ', ', ': ']
  if (Array.isArray(value)) return `[${value.map((each) => printLine(each, style)).join(comma)}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}${colon}${printLine(each, style)}`)
  return members.length === 0 ? '{}' : `{${blank}${members.join(comma)}${blank}}`
}
