import { commonCeiling, estimateTokens } from '../../../memory/token-budget.js'
import type { OperationContext } from '../../machinery/operation-context.js'

/** Texts are not cut below this length: a shorter one says nothing, and ids and names stay whole. */
const minLength = 80

/**
 * COM14 for answers with texts at any depth: if the answer exceeds its budget, the longest texts are cut to one common
 * length. Returns the same object if nothing has to be cut.
 */
export function fitTexts<Value>(value: Value, maxTokens: number): Value {
  if (tokensOf(value) <= maxTokens) return value
  const texts = textsIn(value)
  const frame = tokensOf(withTexts(value, () => '')) + texts.filter(({ length }) => length > minLength).length
  const ceiling = commonCeiling(texts.map(estimateTokens), maxTokens - frame)
  return withTexts(value, (text) => beginningOf(text, ceiling))
}

/** COM14: the budget of an answer whose caller sets none. */
const defaultTokens = 20_000

export function fitAnswer<Answer extends object>(
  answer: Answer,
  { copies = 1 }: Pick<OperationContext, 'copies'>,
): Answer & { readonly truncated?: true } {
  const fitted = fitTexts(answer, Math.floor(defaultTokens / copies) - markTokens)
  return fitted === answer ? answer : { ...fitted, truncated: true }
}

/** The cost of `truncated: true`. */
const markTokens = 5

export const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value))

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function withTexts<Value>(value: Value, change: (text: string) => string): Value
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => withTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTexts(each, change)]))
}

/** Cuts a text to about `ceiling` tokens, never inside a surrogate pair, and appends an ellipsis. */
function beginningOf(text: string, ceiling: number): string {
  const tokens = estimateTokens(text)
  if (tokens <= ceiling) return text
  const length = Math.max(minLength, Math.floor((ceiling * text.length) / tokens))
  if (text.length <= length) return text
  const isHalved = (text.charCodeAt(length - 2) & 0xfc00) === 0xd800
  return `${text.slice(0, isHalved ? length - 2 : length - 1)}…`
}
