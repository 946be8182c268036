import { bestPassage, type PassageQuery } from '../../memory/recall/passage.js'
import { commonCeiling, estimateTokens } from '../../memory/token-budget.js'

/** The part of an item that may be long, and how to shorten it. */
export interface Cutting<Item> {
  readonly text: (item: Item) => string
  readonly cut: (item: Item, maxCharacters: number) => Item
}

interface WithContent {
  readonly content: string
  readonly truncated?: boolean
}

/** A query; the answer repeats its text. */
interface Asked extends PassageQuery {
  readonly text: string
}

/** Shorter passages say nothing, and cutting a text further saves nothing. In characters. */
const minPassageLength = 80

/** The size of `truncated: true` in each item that is cut. */
const markTokens = 5

/** The size of the fields around the items, without the query. */
const envelopeTokens = 60

/** COM14: a content that is too long is cut to its best passage. */
export const toBestPassage = <Item extends WithContent>(query: PassageQuery): Cutting<Item> => ({
  text: ({ content }) => content,
  cut: (item, maxCharacters) =>
    item.content.length <= maxCharacters
      ? item
      : { ...item, content: bestPassage(item.content, query, maxCharacters), truncated: true },
})

/** COM14: cuts the longest contents to their best passage when the answer is larger than its budget. */
export const fitBudget = <Item extends WithContent>(
  items: readonly Item[],
  query: Asked,
  maxTokens: number,
): readonly Item[] => cutToBudget(items, query, maxTokens, toBestPassage(query))

/** Cuts all items at one ceiling, as high as the budget allows. Items that still do not fit go to the next page. */
export function cutToBudget<Item>(
  items: readonly Item[],
  query: Asked,
  maxTokens: number,
  { text, cut }: Cutting<Item>,
): readonly Item[] {
  const contents = items.map((item) => estimateTokens(text(item)))
  const whole = answerTokens(items, query)
  if (whole <= maxTokens) return items
  const frame = whole - contents.reduce((sum, tokens) => sum + tokens, 0) + items.length * markTokens
  const ceiling = commonCeiling(contents, maxTokens - frame)
  const fitted = items.map((item, index) => {
    if (contents[index] <= ceiling) return item
    const charactersPerToken = text(item).length / contents[index]
    return cut(item, Math.max(minPassageLength, Math.floor(ceiling * charactersPerToken)))
  })
  while (fitted.length > 1 && answerTokens(fitted, query) > maxTokens) fitted.pop()
  return fitted
}

const answerTokens = (items: readonly unknown[], query: Asked): number =>
  estimateTokens(JSON.stringify([query.text, items])) + envelopeTokens
