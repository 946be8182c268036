import { commonCeiling, estimateTokens } from '../../memory/token-budget.js'

/** A shorter beginning says nothing, and ids and names are never cut. */
const shortestBeginning = 80

/**
 * COM14 for answers whose texts stand anywhere in them: when the whole would be larger than its budget, the longest texts
 * are cut to one common length. The same object when nothing has to be.
 */
export function fitTexts<Value>(value: Value, maxTokens: number): Value {
  if (tokensOf(value) <= maxTokens) return value
  const texts = textsIn(value)
  const frame = tokensOf(withTexts(value, () => '')) + texts.filter(({ length }) => length > shortestBeginning).length
  const ceiling = commonCeiling(texts.map(estimateTokens), maxTokens - frame)
  return withTexts(value, (text) => beginningOf(text, ceiling))
}

/** COM14: what an answer may cost that has no budget of its caller's. */
const usualTokens = 20_000

export function fitAnswer<Answer extends object>(answer: Answer): Answer & { readonly truncated?: true } {
  const fitted = fitTexts(answer, usualTokens - markTokens)
  return fitted === answer ? answer : { ...fitted, truncated: true }
}

/** `truncated: true`. */
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

/** Whole characters, within so many tokens; the mark says that there is more. */
function beginningOf(text: string, ceiling: number): string {
  const tokens = estimateTokens(text)
  if (tokens <= ceiling) return text
  const most = Math.max(shortestBeginning, Math.floor((ceiling * text.length) / tokens))
  if (text.length <= most) return text
  const isHalved = (text.charCodeAt(most - 2) & 0xfc00) === 0xd800
  return `${text.slice(0, isHalved ? most - 2 : most - 1)}…`
}
