import { wordSet } from '../../phrases.js'
import { type Interpretation, interpretation } from './interpretation.js'
import { aggregateOfGroups, findAggregate, hintedByWords, metricMention, withNamedKind } from './meaning.js'
import type { ParsedQuestion } from './parse-question.js'

const comparing = / (?:compare|comparison|compared|versus|vs|difference|differ|than) /
const whichOfTwo =
  / (?:which|who|what|does|do|is|are|did|has|have) .*(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger|better|cheaper|older|younger|longer|shorter|heavier) .*or /
const mostOfTwo = / (?:which|who|what) .*(?:most|least|fewest|highest|lowest|cheapest|largest|smallest|best) .*or /

/** "compare North with South", "which has the higher price, Lamp or Desk?" */
export function readComparison(question: ParsedQuestion): Interpretation | undefined {
  const { parsed, kindAt } = withNamedKind(question, undefined)
  const { unbounded } = parsed
  if (!comparing.test(unbounded) && !whichOfTwo.test(unbounded) && !asksWhichIsMost(parsed)) return undefined
  const common = parsed.values.flatMap(({ fields }) => fields).find((field) => valuesOf(parsed, field).length === 2)
  if (common === undefined) return undefined
  const [a, b] = valuesOf(parsed, common)
  const named = metricMention(parsed, 0)
  const hinted = named === undefined ? hintedByWords(parsed) : undefined
  const metric = named?.field.key ?? hinted?.key ?? null
  // Without a field, only records can be counted: "are there more items in North or South?"
  if (metric === null && !parsed.namesRecords && !parsed.values.some((value) => !value.fields.includes(common))) {
    return undefined
  }
  const used = [kindAt, named, hinted?.at, comparingAt(parsed), findAggregate(parsed)?.words]
  return interpretation('compare', parsed, used, {
    // Criteria that name the two groups must not also filter the records.
    criteria: parsed.criteria.filter(
      ({ field, values }) => field !== common && !(field === null && (values.includes(a) || values.includes(b))),
    ),
    metric,
    groupField: common,
    groups: [a, b],
    aggregate: metric === null ? 'count' : (aggregateOfGroups(parsed) ?? 'average'),
  })
}

const comparingWords =
  wordSet(`compare comparison compared versus vs difference differ than more less fewer higher lower greater larger smaller
  bigger better cheaper pricier older younger longer shorter heavier lighter or between most least fewest highest lowest
  cheapest largest smallest best expensive how`)

const comparingAt = ({ words, mentioned }: ParsedQuestion): readonly number[] =>
  words.flatMap(({ key }, at) => (comparingWords.has(key) && !mentioned.has(at) ? [at] : []))

const valuesOf = ({ values }: ParsedQuestion, field: string): readonly string[] => [
  ...new Set(values.filter(({ fields }) => fields.includes(field)).map(({ text }) => text)),
]

/** "Which is the cheapest, Lamp or Desk?", but not "the lowest price of those in North or South". */
function asksWhichIsMost({ unbounded, words, values }: ParsedQuestion): boolean {
  const [first] = values.slice(-2)
  return first !== undefined && mostOfTwo.test(unbounded) && words[first.from - 1]?.endsClause === true
}
