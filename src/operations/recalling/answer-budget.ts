import { bestPassage, type Sought } from '../../memory/recall/passage.js'

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

/** The largest c with Σ min(tokens, c) ≤ budget. */
function commonCeiling(tokens: readonly number[], budget: number): number {
  let left = Math.max(0, budget)
  const ascending = [...tokens].sort((a, b) => a - b)
  for (let i = 0; i < ascending.length; i++) {
    const share = left / (ascending.length - i)
    if (ascending[i] > share) return share
    left -= ascending[i]
  }
  return Number.POSITIVE_INFINITY
}

/** Tokenizers of today's models spend about one token on four ASCII characters, and one on 1.5 others. */
function estimateTokens(text: string): number {
  let others = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) others++
  return Math.ceil((text.length - others) / 4 + others / 1.5)
}
