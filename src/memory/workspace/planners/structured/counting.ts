import { singularForms, wordSet } from '../../phrases.js'
import { doForms } from '../small-words.js'
import { type Interpretation, interpretation } from './interpretation.js'
import {
  asksForDistinct,
  distinctWords,
  findCountWords,
  groupAfter,
  groupMarkers,
  headField,
  withNamedKind,
  withPresence,
} from './meaning.js'
import type { ParsedQuestion } from './parse-question.js'
import { isNamedByField, isNameOfOne, isTitle, namesRecord } from './titles.js'

/** "how many in North", "how many different regions", "how many units did North sell". */
export function readCounting(question: ParsedQuestion): Interpretation | undefined {
  const asked = findCountWords(question)
  if (asked === undefined) return undefined
  const head = headField(question, asked.to)
  const { parsed, kindAt } = withNamedKind(question, head)
  const others = parsed.fields.filter((mention) => mention !== head)
  const group = groupAfter(parsed, others, groupMarkers)
  const groupField = group?.field.key ?? null
  const used = [
    asked,
    head,
    group,
    group === undefined ? undefined : group.from - 1,
    wholeWords(parsed),
    distinctWords(parsed),
    kindAt,
  ]
  if (head === undefined) {
    // "How many fees are over 500?" counts fees, not what they are paid for.
    const next = question.words[asked.to]
    const isValue =
      question.values.some(({ from }) => from === asked.to) || question.kinds.some(({ from }) => from === asked.to)
    if (next !== undefined && !isValue && !question.placedNouns.has(asked.to) && isMeasured(question, next.surface))
      return undefined
    const counted = parsed.values.find(({ from }) => from === asked.to)
    if (counted !== undefined && isNameOfOne(parsed, counted)) return undefined
    return interpretation('count', parsed, used, { groupField })
  }
  const isNumeric = head.field.numericCount > 0 && head.field.numericCount === head.field.count
  if (isNumeric && head.field.key !== 'id' && !asksForDistinct(parsed)) {
    if (!isAmount(head.field.key) || isHadByOther(parsed) || isMeasuredItself(parsed, head)) return undefined
    return interpretation('sum', parsed, used, { metric: head.field.key, groupField })
  }
  if (groupField !== null) return interpretation('count', withPresence(parsed, head), used, { groupField })
  // A record has one entry in each field, however many it stands for.
  if (parsed.values.some((value) => value.fieldMention === undefined && isNamedByField(parsed, value))) return undefined
  if (!isTitle(parsed, head.field.key) && isHadByOther(parsed, true)) return undefined
  return { ...interpretation('distinct', parsed, used, { metric: head.field.key }), countsDistinct: true }
}

const isMeasured = ({ vocabulary }: ParsedQuestion, word: string): boolean => {
  const field = vocabulary.findField(word)
  return field !== undefined && !vocabulary.isBoolean(field)
}

/** "How many bottles does Ben have?", where Ben is who gave them. */
const isHadByOther = (parsed: ParsedQuestion, isSubject = false): boolean =>
  ['have', 'own', 'get'].includes(parsed.words.at(-1)?.key ?? '') &&
  parsed.values.some(
    (value) =>
      value.fieldMention === undefined &&
      value.verb.length === 0 &&
      !namesRecord(parsed, value) &&
      (!isSubject || (value.to === parsed.words.length - 1 && isDoer(parsed, value))),
  )

/** "does Ben have" */
const isDoer = ({ words }: ParsedQuestion, { from }: { readonly from: number }): boolean =>
  doForms.has(words[from - 1]?.key ?? '') && /^\p{Lu}/u.test(words[from].surface)

/** "How many bottles are worth 140?" asks of each bottle what the records tell of all. */
const isMeasuredItself = ({ words, criteria, bounding }: ParsedQuestion, { to }: { readonly to: number }): boolean =>
  ['is', 'are', 'was', 'were'].includes(words[to]?.key ?? '') &&
  bounding.size > 0 &&
  criteria.some(({ values }) => values.some((value) => /^[\d.,]+$/.test(value)))

const amounts = wordSet('stock quantity qty count population people staff')
const measures = wordSet('price cost fee score rating year rate percent rank place level grade')

/** "How many units" may be added up; "how many prices" or "how many places" would count what is no amount of things. */
function isAmount(key: string): boolean {
  const last = key.slice(key.lastIndexOf(' ') + 1)
  const [, singular] = singularForms(last)
  return amounts.has(last) || (singular !== undefined && !measures.has(singular))
}

/** "in total", "the total number of", "altogether": a count is one anyway. */
const wholeWords = ({ words, mentioned }: ParsedQuestion): readonly number[] =>
  words.flatMap(({ key }, at) => (['total', 'altogether', 'overall'].includes(key) && !mentioned.has(at) ? [at] : []))
