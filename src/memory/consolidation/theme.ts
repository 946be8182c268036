import { chunksOf } from '../recall/text/chunks.js'
import { normalise } from '../recall/text/fold.js'
import { piecesOf } from '../recall/text/pieces.js'
import { wordsOf } from '../recall/text/words.js'
import type { Slices } from '../slices.js'

const wordsInName = 2
/** A theme's words occur in at least this share of its memories. */
const minShare = 0.5
const minWordLength = 3

/**
 * Names a cluster by the two words with the highest class-based tf-idf (Grootendorst 2022): the share of its memories
 * that contain a word, times ln(1 + memories / memories with the word). Undefined when fewer than two words qualify.
 * `all` is analysed once for all clusters.
 */
export function* createThemeNamer(
  all: readonly string[],
): Slices<(cluster: readonly string[]) => Slices<string | undefined>> {
  const corpus = { texts: all.length, counts: yield* countTexts(all) }
  return (cluster) => nameTheme(cluster, corpus)
}

interface Corpus {
  readonly texts: number
  /** Number of texts that contain each word. */
  readonly counts: ReadonlyMap<string, number>
}

function* nameTheme(cluster: readonly string[], { texts, counts }: Corpus): Slices<string | undefined> {
  const shared = [...(yield* countTexts(cluster))]
    .filter(([, count]) => count >= Math.max(2, minShare * cluster.length))
    .map(([word, count]) => ({
      word,
      score: (count / cluster.length) * Math.log(1 + texts / (counts.get(word) ?? 1)),
    }))
    .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
    .slice(0, wordsInName)
    .map(({ word }) => word)
  return shared.length < wordsInName ? undefined : (yield* inTextOrder(shared, cluster)).join(' ')
}

function* countTexts(texts: readonly string[]): Slices<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const words = new Set(yield* contentWords(text))
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function* contentWords(text: string): Slices<string[]> {
  const words: string[] = []
  for (const piece of piecesOf(normalise(text))) {
    const found = chunksOf(piece)
      .filter(({ kind }) => kind === 'spaced')
      .flatMap((chunk) => wordsOf(chunk, [], 'en'))
      .filter(({ isStop, isWhole, isIndexOnly }) => !isStop && !isWhole && !isIndexOnly)
      .map(({ surface }) => surface.toLowerCase())
      .filter((word) => word.length >= minWordLength && !/\d/.test(word))
    for (const word of found) words.push(word)
    yield
  }
  return words
}

/** The words in the order of the first text that contains both. */
function* inTextOrder(words: readonly string[], texts: readonly string[]): Slices<readonly string[]> {
  for (const text of texts) {
    const found = yield* contentWords(text)
    if (words.every((word) => found.includes(word)))
      return words.toSorted((a, b) => found.indexOf(a) - found.indexOf(b))
  }
  return words
}
