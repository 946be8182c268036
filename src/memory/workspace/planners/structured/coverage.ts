import { wordSet } from '../../phrases.js'
import { amountAt } from './bounds.js'
import type { Interpretation } from './interpretation.js'
import { anyRecordNouns, superlatives } from './lexicon.js'
import type { ParsedQuestion } from './parse-question.js'

/** Every word is explained, except one noun for the records: "how many gadgets are in North?" */
export function isCovered(parsed: ParsedQuestion, { request }: Interpretation): boolean {
  const { words, unexplained, criteria, fields } = parsed
  const isRestricted = criteria.length > 0 || fields.length > 0 || request.metric !== null
  if (unexplained.length === 0) return isRestricted || words.some(({ key }) => anyRecordNouns.has(key))
  if (unexplained.length > 1 || !isRestricted) return false
  // "How many siblings does Bob have?" asks about Bob, not for records called siblings.
  return isHeadNoun(parsed, unexplained[0]) && !/ (?:does|do|did) .* (?:have|own|need|want) $/.test(parsed.text)
}

const askers = wordSet('many number which what list show count find top bottom')
const beforeHead = wordSet('all the of me us my our different distinct unique')

/** The noun follows the question word, with only restricting words between: "how many open gadgets", "top 3 gadgets". */
function isHeadNoun({ words, values }: ParsedQuestion, noun: number): boolean {
  for (let at = noun - 1; at >= 0; at--) {
    const { key } = words[at]
    if (askers.has(key)) return true
    const restricts =
      beforeHead.has(key) || values.some(({ from, to }) => from <= at && at < to) || amountAt(words, at) !== undefined
    if (!restricts && !superlatives.some((each) => each.words.includes(key))) return false
  }
  return false
}
