import { amountAt } from './bounds.js'
import type { Interpretation } from './interpretation.js'
import { anyRecordNouns, superlatives } from './lexicon.js'
import type { Reading } from './reading.js'

/** Every word is explained, but for what the records are called: "how many gadgets are in North?" */
export function isCovered(reading: Reading, { request }: Interpretation): boolean {
  const { words, unexplained, criteria, fields } = reading
  const saysWhich = criteria.length > 0 || fields.length > 0 || request.metric !== null
  if (unexplained.length === 0) return saysWhich || words.some(({ key }) => anyRecordNouns.has(key))
  if (unexplained.length > 1 || !saysWhich) return false
  // "How many siblings does Bob have?" asks about Bob, not for records of that name.
  return isHeadNoun(reading, unexplained[0]) && !/ (?:does|do|did) .* (?:have|own|need|want) $/.test(reading.text)
}

const askers: ReadonlySet<string> = new Set([
  'many',
  'number',
  'which',
  'what',
  'list',
  'show',
  'count',
  'find',
  'top',
  'bottom',
])
const beforeHead: ReadonlySet<string> = new Set([
  'all',
  'the',
  'of',
  'me',
  'us',
  'my',
  'our',
  'different',
  'distinct',
  'unique',
])

/** It stands right behind the word that asks, but for words that say which: "how many open gadgets", "top 3 gadgets". */
function isHeadNoun({ words, values }: Reading, noun: number): boolean {
  for (let at = noun - 1; at >= 0; at--) {
    const { key } = words[at]
    if (askers.has(key)) return true
    const saysWhich =
      beforeHead.has(key) || values.some(({ from, to }) => from <= at && at < to) || amountAt(words, at) !== undefined
    if (!saysWhich && !superlatives.some((each) => each.words.includes(key))) return false
  }
  return false
}
