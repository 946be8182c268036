import { fold, normalise } from './fold.js'

/**
 * One pattern for whole words and phrases in several languages. The sources are written folded (lower case, no accents)
 * and repeat only bounded gaps, so that a search takes time in proportion to the text.
 */
export function wordPattern(sources: readonly string[]): RegExp {
  return new RegExp(`(?<!\\w)(?:${sources.join('|')})(?!\\w)`)
}

/** Folded, with straight apostrophes and single spaces, without emphasis and full stop, as `wordPattern` expects. */
export function foldLine(line: string): string {
  return fold(normalise(line))
    .replace(/[’‘`´]/g, "'")
    .replace(/\*/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![.!…])[.!…]+$/, '')
    .trim()
}
