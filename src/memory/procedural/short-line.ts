/** The text without line breaks. */
export const oneLine = (text: string): string => text.trim().replace(/(?<!\s)\s*[\r\n\u2028\u2029]\s*/g, ' ')

/** The text on one line of at most `max` characters. */
export function shortLine(text: string, max: number): string {
  const characters = Array.from(oneLine(text))
  if (characters.length <= max) return characters.join('')
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
