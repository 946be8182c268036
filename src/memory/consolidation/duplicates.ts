import { wordingOf } from './wording.js'

/**
 * CON2: the same content words in the same order, with the same numbers, names and negations. When in doubt it says no:
 * a duplicate that stays costs a line of an answer, a difference that is hidden costs the truth.
 */
export function isDuplicate(a: string, b: string): boolean {
  return a === b || wordingOf(a) === wordingOf(b)
}
