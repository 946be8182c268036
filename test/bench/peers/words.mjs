import { stopWords } from '#ww/memory/recall/text/stop-words.js'

const english = stopWords('en')

/** The words of a question that say what it is about. */
function wordsOf(question) {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? []
  return [...new Set(words.map((word) => word.replace(/['’]s$/, '')))].filter((word) => !english.has(word))
}

export const longestWord = (question) =>
  wordsOf(question).reduce((longest, word) => (word.length > longest.length ? word : longest), '') || question

/**
 * What a patient client makes of a server that looks for strings: a call for each word, and first what has most of
 * the words, rare words counting more (`ln(1 + told / found)`). The ranking is ours, to their credit.
 */
export async function askByWords(memory, question, limit, told) {
  const scores = new Map()
  for (const word of wordsOf(question)) {
    const found = await memory.find(word)
    const rarity = Math.log(1 + told / Math.max(1, found.length))
    for (const handle of found) scores.set(handle, (scores.get(handle) ?? 0) + rarity)
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([handle]) => handle)
}
