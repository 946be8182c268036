const longest = 80

/** The first few words, on one line. */
export function excerptOf(text: string): string {
  // Cut before counting: a text may have a hundred thousand characters.
  const characters = Array.from(
    text
      .slice(0, longest * 4)
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  if (characters.length <= longest) return characters.join('')
  return `${characters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`
}
