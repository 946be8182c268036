/** The first few words, on one line. */
export function excerptOf(text: string, maxLength = 80): string {
  // Cut before counting characters: a text may have 100,000.
  const characters = Array.from(
    text
      .slice(0, maxLength * 4)
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  if (characters.length <= maxLength) return characters.join('')
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}
