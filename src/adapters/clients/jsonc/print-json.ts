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
  if (!isRecord(value) || Object.keys(value).length === 0) return printLine(value, { ...style, isDense: false })
  const inner = indent + style.unit
  const members = Object.entries(value).map(
    ([key, each]) => `${inner}${JSON.stringify(key)}: ${printLines(each, inner, style)}`,
  )
  return ['{', members.join(`,${style.eol}`), `${indent}}`].join(style.eol)
}

export function printLine(value: unknown, style: JsonStyle): string {
  const [blank, comma, colon] = style.isDense ? ['', ',', ':'] : [' ', ', ', ': ']
  if (Array.isArray(value)) return `[${value.map((each) => printLine(each, style)).join(comma)}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}${colon}${printLine(each, style)}`)
  return members.length === 0 ? '{}' : `{${blank}${members.join(comma)}${blank}}`
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
