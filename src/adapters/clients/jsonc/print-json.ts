/** How a file is written, so that what we add looks the same. */
export interface JsonStyle {
  readonly eol: string
  /** One step of indentation. */
  readonly unit: string
  /** No white space between tokens. */
  readonly isDense: boolean
}

// JSON escapes line breaks in strings, so that a pattern with \n below matches between tokens only.

/** Objects over several lines, lists of plain values in one; the first line is not indented. */
export const printLines = (value: unknown, indent: string, { unit, eol }: JsonStyle): string =>
  JSON.stringify(value, null, unit)
    .replace(/\[\n(?:.*[^[{\n]\n)+?\s*\]/g, joinLines)
    .replaceAll('\n', eol + indent)

export const printLine = (value: unknown, { isDense }: JsonStyle): string =>
  isDense ? JSON.stringify(value) : joinLines(JSON.stringify(value, null, 1))

const joinLines = (json: string): string =>
  json
    .replace(/,\n\s*/g, ', ')
    .replace(/\[\n\s*/g, '[')
    .replace(/\n[^\S\n]*\]/g, ']')
    .replace(/\n\s*/g, ' ')
