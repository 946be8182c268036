import { type Interpretation, interpretation } from './interpretation.js'
import { aggregateOfGroups, hintedByWords, metricMention } from './meaning.js'
import type { Reading } from './reading.js'

const comparing = / (?:compare|comparison|compared|versus|vs|difference|differ|than) /
const whichOfTwo =
  / (?:which|who|what|does|do|is|are|did|has|have) .*(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger|better|cheaper|older|younger|longer|shorter|heavier) .*or /
const mostOfTwo = / (?:which|who|what) .*(?:most|least|fewest|highest|lowest|cheapest|largest|smallest|best) .*or /

/** "compare North with South", "which has the higher price, Lamp or Desk?" */
export function readComparison(reading: Reading): Interpretation | undefined {
  const { unbounded } = reading
  if (!comparing.test(unbounded) && !whichOfTwo.test(unbounded) && !asksWhichIsMost(reading)) return undefined
  const common = reading.values.flatMap(({ fields }) => fields).find((field) => valuesOf(reading, field).length === 2)
  if (common === undefined) return undefined
  const [a, b] = valuesOf(reading, common)
  const metric = metricMention(reading, 0)?.field.key ?? hintedByWords(reading) ?? null
  return interpretation('compare', reading, {
    // What makes the two groups does not also choose the records.
    criteria: reading.criteria.filter(
      ({ field, values }) => field !== common && !(field === null && (values.includes(a) || values.includes(b))),
    ),
    metric,
    groupField: common,
    groups: [a, b],
    aggregate: metric === null ? 'count' : (aggregateOfGroups(reading) ?? 'average'),
  })
}

const valuesOf = ({ values }: Reading, field: string): readonly string[] => [
  ...new Set(values.filter(({ fields }) => fields.includes(field)).map(({ text }) => text)),
]

/** "Which is the cheapest, Lamp or Desk?", but not "the lowest price of those in North or South". */
function asksWhichIsMost({ unbounded, words, values }: Reading): boolean {
  const [first] = values.slice(-2)
  return first !== undefined && mostOfTwo.test(unbounded) && words[first.from - 1]?.endsClause === true
}
