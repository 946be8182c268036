import { runWhole } from '../slices.js'
import { canonicalWording } from './wording.js'

/**
 * CON2: the same content words in the same order, with the same numbers, names and negations. False when in doubt: a
 * remaining duplicate costs a line of an answer, a hidden difference loses information. For short texts: it reads both whole.
 */
export function isDuplicate(a: string, b: string): boolean {
  return a === b || runWhole(canonicalWording(a)) === runWhole(canonicalWording(b))
}
