import { inverseDocumentFrequency, saturate } from '#ww/memory/recall/ranking/bm25.js'
import { stemEnglish } from '#ww/memory/recall/text/english-stem.js'
import { stopWords } from '#ww/memory/recall/text/stop-words.js'

const english = stopWords('en')
const word = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu

/** Letters and digits, lower case, without stop words, stemmed: what search engines do with English. */
const wordsOf = (text) =>
  (text.toLowerCase().match(word) ?? [])
    .map((found) => found.replaceAll('’', "'").replace(/'s$/, ''))
    .filter((found) => !english.has(found))
    .map(stemEnglish)

/** The ids, best first, by plain BM25 (k1 1.2, b 0.75) over these turns; ties in the order of telling. */
export function rankByBm25(query, turns) {
  const documents = turns.map(({ id, text }) => ({ id, ...countWords(wordsOf(text)) }))
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  const weights = new Map(
    [...new Set(wordsOf(query))].map((word) => {
      const frequency = documents.filter(({ counts }) => counts.has(word)).length
      return [word, inverseDocumentFrequency(documents.length, frequency)]
    }),
  )
  const score = ({ counts, length }) =>
    [...weights].reduce((sum, [word, weight]) => {
      const count = counts.get(word)
      return count === undefined ? sum : sum + weight * saturate(count, length, averageLength)
    }, 0)
  return documents
    .map((document) => ({ id: document.id, score: score(document) }))
    .sort((a, b) => b.score - a.score)
    .map(({ id }) => id)
}

function countWords(words) {
  const counts = new Map()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}
