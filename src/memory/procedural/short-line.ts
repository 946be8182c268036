/** Without line breaks. */
export const oneLine = (text: string): string => text.trim().replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ')

/** The same in at most so many characters. */
export function shortLine(text: string, most: number): string {
  const characters = Array.from(oneLine(text))
  if (characters.length <= most) return characters.join('')
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}
