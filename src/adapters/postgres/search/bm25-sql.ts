import { bm25 } from '../../../memory/recall/constants.js'

const { k1, b } = bm25

/** What `term.weight` and a row of `postings` add to a text's BM25 score: the domain's `saturate` (REC2). */
export function termScore(averageLength: number): string {
  const relativeLength = averageLength === 0 ? '1' : `postings.length / ${averageLength}::float8`
  return `term.weight * postings.count * ${k1 + 1}::float8
    / (postings.count + ${k1}::float8 * (${1 - b}::float8 + ${b}::float8 * ${relativeLength}))`
}
