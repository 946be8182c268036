import { spelling } from '../constants.js'

/** A term of the store, and how many memories contain it. */
export interface KnownSpelling {
  readonly term: string
  readonly documents: number
}

const lettersOnly = /^\p{L}+$/u

/** Long words of letters alone: in an identifier, a version or a number every character counts. */
export const mayBeMistyped = (word: string): boolean => word.length >= spelling.minLength && lettersOnly.test(word)

/** The lengths of the terms that may be meant, or that the word may be another form of. */
export const spellingLengths = (word: string) => ({
  shortest: word.length - spelling.maxEnding,
  longest: word.length + spelling.maxEnding,
})

/** Whether the term decides what `nearestSpelling` answers for the word: a cheap look at the letters rules out nearly all. */
export function maySpell(word: string): (term: string) => boolean {
  const most = maxEditsOf(word)
  const letters = letterSet(word)
  return (term) => {
    const others = letterSet(term)
    // An edit takes away one letter and adds one, at most.
    const isNear = bitCount(letters & ~others) <= most && bitCount(others & ~letters) <= most
    return (isNear && Math.abs(word.length - term.length) <= most) || isFormOf(word, term)
  }
}

const isFormOf = (word: string, term: string): boolean => term.startsWith(word) || word.startsWith(term)

/** A bit for each letter; some letters share one. */
function letterSet(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << word.charCodeAt(at)
  return letters
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

/** The known term that a mistyped word most likely means: the fewest edits, then the most frequent. */
export function nearestSpelling(word: string, known: readonly KnownSpelling[]): string | undefined {
  // Another form of a known word, or its stem, is no mistake: "Rechnungen" where "Rechnung" is known.
  if (known.some(({ term }) => isFormOf(word, term))) return undefined
  const most = maxEditsOf(word)
  let best: { readonly term: string; readonly edits: number; readonly documents: number } | undefined
  for (const { term, documents } of known) {
    const edits = editsBetween(word, term, most)
    if (edits > most || !lettersOnly.test(term)) continue
    const isBetter =
      best === undefined ||
      edits < best.edits ||
      (edits === best.edits && (documents > best.documents || (documents === best.documents && term < best.term)))
    if (isBetter) best = { term, edits, documents }
  }
  return best?.term
}

const maxEditsOf = (word: string): number => (word.length >= spelling.twoEditsFrom ? 2 : 1)

/**
 * The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
 * Damerau (1964). One more than `most` as soon as it is larger.
 */
function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const now = [row]
    let fewest = row
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let edits = Math.min(last[column] + 1, now[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        edits = Math.min(edits, beforeLast[column - 2] + 1)
      now.push(edits)
      if (edits < fewest) fewest = edits
    }
    if (fewest > most) return most + 1
    beforeLast = last
    last = now
  }
  return last[b.length]
}
