/** Cuts a text between whole characters and marks the cut with an ellipsis. */
export function truncate(text: string, maxCharacters: number): string {
  const characters = Array.from(text)
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters - 1).join('')}…`
}

const maxEvidenceCharacters = 300

/** The beginning of a text on one line, to be shown as evidence. */
export function toEvidence(text: string): string {
  // Cut before splitting into characters: a text may have a hundred thousand.
  const start = text.slice(0, maxEvidenceCharacters * 4)
  return truncate(start.replace(/\s+/gu, ' ').trim(), maxEvidenceCharacters)
}
