import { bestPassage, type Sought } from '../../memory/recall/passage.js'

interface Budgeted {
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

/**
 * COM14: when the answer would be larger than its budget, the longest contents give way to their best-matching
 * passage. One ceiling for all of them, as high as the budget allows. What is still too much is left for the next page.
 */
export function fitBudget<Item extends Budgeted>(
  items: readonly Item[],
  query: Asked,
  maxTokens: number,
): readonly Item[] {
  const contents = items.map(({ content }) => estimateTokens(content))
  const whole = answerTokens(items, query)
  if (whole <= maxTokens) return items
  const frame = whole - contents.reduce((sum, tokens) => sum + tokens, 0) + items.length * markTokens
  const ceiling = commonCeiling(contents, maxTokens - frame)
  const cut = items.map((item, index) => {
    if (contents[index] <= ceiling) return item
    const charactersPerToken = item.content.length / contents[index]
    const most = Math.max(shortestPassage, Math.floor(ceiling * charactersPerToken))
    if (item.content.length <= most) return item
    return { ...item, content: bestPassage(item.content, query, most), truncated: true }
  })
  while (cut.length > 1 && answerTokens(cut, query) > maxTokens) cut.pop()
  return cut
}

const answerTokens = (items: readonly Budgeted[], query: Asked): number =>
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
