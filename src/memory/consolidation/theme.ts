import { chunksOf } from '../recall/chunks.js'
import { normalise } from '../recall/fold.js'
import { wordsOf } from '../recall/words.js'

const wordsInName = 2
/** A theme's words are said by at least this share of its memories. */
const leastShare = 0.5
const shortestWord = 3

/**
 * What a cluster is about, in two words: those that its memories share and others do not, by class-based tf-idf
 * (Grootendorst 2022): in how many of its memories a word occurs, times ln(1 + memories / memories with the word).
 * Undefined when they share nothing worth a name. `all` is read once, however many clusters there are in it.
 */
export function themesAmong(all: readonly string[]): (cluster: readonly string[]) => string | undefined {
  const everywhere = { texts: all.length, counts: countTexts(all) }
  return (cluster) => nameTheme(cluster, everywhere)
}

interface Everywhere {
  readonly texts: number
  /** How many of them say a word. */
  readonly counts: ReadonlyMap<string, number>
}

function nameTheme(cluster: readonly string[], { texts, counts }: Everywhere): string | undefined {
  const shared = [...countTexts(cluster)]
    .filter(([, count]) => count >= Math.max(2, leastShare * cluster.length))
    .map(([word, count]) => ({
      word,
      score: (count / cluster.length) * Math.log(1 + texts / (counts.get(word) ?? 1)),
    }))
    .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
    .slice(0, wordsInName)
    .map(({ word }) => word)
  return shared.length < wordsInName ? undefined : inOrderOfSpeech(shared, cluster).join(' ')
}

function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of new Set(contentWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function contentWords(text: string): string[] {
  return chunksOf(normalise(text))
    .filter(({ kind }) => kind === 'spaced')
    .flatMap((chunk) => wordsOf(chunk, [], 'en'))
    .filter(({ isStop, isWhole, isIndexOnly }) => !isStop && !isWhole && !isIndexOnly)
    .map(({ surface }) => surface.toLowerCase())
    .filter((word) => word.length >= shortestWord && !/\d/.test(word))
}

/** As the first memory that has both says them. */
function inOrderOfSpeech(words: readonly string[], texts: readonly string[]): readonly string[] {
  const both = texts.map(contentWords).find((said) => words.every((word) => said.includes(word)))
  return both === undefined ? words : words.toSorted((a, b) => both.indexOf(a) - both.indexOf(b))
}
