const longest = 300

/** The beginning of a text on one line, to be shown as evidence. Whole characters only; the mark says that there is more. */
export function toEvidence(text: string): string {
  // Cut before counting: a text may have a hundred thousand characters.
  const characters = Array.from(
    text
      .slice(0, longest * 4)
      .replace(/\s+/gu, ' ')
      .trim(),
  )
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`
}
