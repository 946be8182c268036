import { bestPassage, type Sought } from '../../memory/recall/passage.js'
import { commonCeiling, estimateTokens } from '../../memory/token-budget.js'

/** The part of an item that may grow long, and how to make it shorter. */
export interface Cutting<Item> {
  readonly text: (item: Item) => string
  /** To at most so many characters of it. */
  readonly cut: (item: Item, most: number) => Item
}

interface WithContent {
  readonly content: string
  readonly truncated?: boolean
}

/** A query, whose text the answer echoes. */
interface Asked extends Sought {
  readonly text: string
}

/** Below this a passage says nothing, and cutting a text to it gains nothing. */
const shortestPassage = 80

/** `truncated: true`, in each item that is cut. */
const markTokens = 5

/** The fields around the items, without the query that they echo. */
const envelopeTokens = 60

/** COM14: when the answer would be larger than its budget, the longest contents give way to their best passage. */
export function fitBudget<Item extends WithContent>(
  items: readonly Item[],
  query: Asked,
  maxTokens: number,
): readonly Item[] {
  return cutToBudget(items, query, maxTokens, {
    text: ({ content }) => content,
    cut: (item, most) =>
      item.content.length <= most
        ? item
        : { ...item, content: bestPassage(item.content, query, most), truncated: true },
  })
}

/** One ceiling for all items, as high as the budget allows. What is still too much is left for the next page. */
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
    return cut(item, Math.max(shortestPassage, Math.floor(ceiling * charactersPerToken)))
  })
  while (fitted.length > 1 && answerTokens(fitted, query) > maxTokens) fitted.pop()
  return fitted
}

const answerTokens = (items: readonly unknown[], query: Asked): number =>
  estimateTokens(JSON.stringify([query.text, items])) + envelopeTokens
