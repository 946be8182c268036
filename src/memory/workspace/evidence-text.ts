import { atMost } from './at-most.js'

const longest = 300

/** The beginning of a text on one line, to be shown as evidence. */
export function toEvidence(text: string): string {
  // Cut before counting: a text may have a hundred thousand characters.
  const start = text.slice(0, longest * 4)
  return atMost(start.replace(/\s+/gu, ' ').trim(), longest)
}
