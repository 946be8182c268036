import { firstHinted } from './bounds.js'
import { type Interpretation, interpretation } from './interpretation.js'
import {
  findAggregate,
  findCountWords,
  groupAfter,
  groupMarkers,
  hintedByWords,
  metricMention,
  withPresence,
} from './meaning.js'
import type { ParsedQuestion } from './parse-question.js'
import { isOfTitle, isTitle } from './titles.js'

/** "average price per region", "total units in North", "how much did we spend on food". */
export function readTotals(parsed: ParsedQuestion): Interpretation | undefined {
  if (findCountWords(parsed) !== undefined) return undefined
  const found = findAggregate(parsed)
  if (found === undefined) return readSpending(parsed)
  const named = metricMention(parsed, found.isField ? found.at : found.at + 1)
  const hinted = named === undefined ? hintedByWords(parsed) : undefined
  // The only number there is serves where no other field is named: "the total time" is not that of the places.
  const isNamed = parsed.fields.some(({ from, to }) => !(from <= found.at && found.at < to))
  const metric = named?.field.key ?? hinted?.key ?? (isNamed ? undefined : soleNumericField(parsed))
  if (metric === undefined) return undefined
  const others = parsed.fields.filter(
    (mention) => mention !== named && !(mention.from <= found.at && found.at < mention.to),
  )
  const group = groupAfter(parsed, others, groupMarkers)
  const rest = others.filter((mention) => mention !== group)
  // "The average weight of a keeper" is not that of the animals.
  if (rest.length > 0 && !isTitle(parsed, rest[0].field.key)) return undefined
  const groupField = group?.field.key ?? null
  const used = [named, found.words, hinted?.at, group, markerOf(group), rest[0], howMuch(parsed)]
  return interpretation(found.aggregate, withPresence(parsed, rest[0]), used, { metric, groupField })
}

const markerOf = (group: { readonly from: number } | undefined): number | undefined =>
  group === undefined ? undefined : group.from - 1

const howMuch = ({ text, words }: ParsedQuestion): readonly number[] =>
  text.includes(' how much ') ? words.flatMap(({ key }, at) => (key === 'how' || key === 'much' ? [at] : [])) : []

/** "How much did we spend on food?" asks for a sum, unless it names the record: "… for the taxi?" */
function readSpending(parsed: ParsedQuestion): Interpretation | undefined {
  if (!/^ how much /.test(parsed.text) || parsed.fields.length > 0) return undefined
  const hinted = hintedByWords(parsed)
  const metric = hinted?.key
  if (metric === undefined || isOfTitle(parsed)) return undefined
  const isSpent = hinted !== undefined && ['spend', 'spent', 'pay', 'paid'].includes(parsed.words[hinted.at].key)
  return isSpent ? interpretation('sum', parsed, [howMuch(parsed), hinted?.at], { metric }) : undefined
}

function soleNumericField({ vocabulary }: ParsedQuestion): string | undefined {
  const numeric = vocabulary.fields.filter(({ key, numericCount }) => numericCount > 0 && key !== 'id')
  return numeric.length === 1 ? numeric[0].key : undefined
}

/** "How much is the lamp?" means its price. */
export const priceField = ({ vocabulary }: ParsedQuestion): string | undefined =>
  firstHinted(['price', 'cost', 'amount', 'fee', 'value'], vocabulary.fields)
