import { type Interpretation, interpretation } from './interpretation.js'
import { aggregateOfGroups, hintedByWords, metricMention } from './meaning.js'
import type { ParsedQuestion } from './parse-question.js'

const comparing = / (?:compare|comparison|compared|versus|vs|difference|differ|than) /
const whichOfTwo =
  / (?:which|who|what|does|do|is|are|did|has|have) .*(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger|better|cheaper|older|younger|longer|shorter|heavier) .*or /
const mostOfTwo = / (?:which|who|what) .*(?:most|least|fewest|highest|lowest|cheapest|largest|smallest|best) .*or /

/** "compare North with South", "which has the higher price, Lamp or Desk?" */
export function readComparison(parsed: ParsedQuestion): Interpretation | undefined {
  const { unbounded } = parsed
  if (!comparing.test(unbounded) && !whichOfTwo.test(unbounded) && !asksWhichIsMost(parsed)) return undefined
  const common = parsed.values.flatMap(({ fields }) => fields).find((field) => valuesOf(parsed, field).length === 2)
  if (common === undefined) return undefined
  const [a, b] = valuesOf(parsed, common)
  const metric = metricMention(parsed, 0)?.field.key ?? hintedByWords(parsed) ?? null
  return interpretation('compare', parsed, {
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

const valuesOf = ({ values }: ParsedQuestion, field: string): readonly string[] => [
  ...new Set(values.filter(({ fields }) => fields.includes(field)).map(({ text }) => text)),
]

/** "Which is the cheapest, Lamp or Desk?", but not "the lowest price of those in North or South". */
function asksWhichIsMost({ unbounded, words, values }: ParsedQuestion): boolean {
  const [first] = values.slice(-2)
  return first !== undefined && mostOfTwo.test(unbounded) && words[first.from - 1]?.endsClause === true
}
