import { bestPassage, type PassageQuery } from '../../memory/recall/passage.js'
import type { Slices } from '../../memory/slices.js'
import { commonCeiling, estimateTokens, sizeOfText, type TextSize, tokensOf } from '../../memory/token-budget.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { runInSlices } from '../machinery/run-in-slices.js'

/** The part of an item that may be long, and how to shorten it. */
export interface Cutting<Item> {
  readonly text: (item: Item) => string
  readonly cut: (item: Item, maxCharacters: number) => Slices<Item>
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
  *cut(item, maxCharacters) {
    if (item.content.length <= maxCharacters) return item
    return { ...item, content: yield* bestPassage(item.content, query, maxCharacters), truncated: true }
  },
})

/** COM14: cuts the longest contents to their best passage when the answer is larger than its budget. */
export const fitBudget = <Item extends WithContent>(
  items: readonly Item[],
  query: Asked,
  maxTokens: number,
  context: Pick<OperationContext, 'signal'>,
): Promise<readonly Item[]> => cutToBudget(items, query, maxTokens, toBestPassage(query), context)

/** Cuts all items at one ceiling, as high as the budget allows. Items that still do not fit go to the next page. */
export async function cutToBudget<Item>(
  items: readonly Item[],
  query: Asked,
  maxTokens: number,
  cutting: Cutting<Item>,
  context: Pick<OperationContext, 'signal'>,
): Promise<readonly Item[]> {
  return runInSlices(cutAll(items, query, maxTokens, cutting), context)
}

function* cutAll<Item>(
  items: readonly Item[],
  query: Asked,
  maxTokens: number,
  { text, cut }: Cutting<Item>,
): Slices<readonly Item[]> {
  const frameOfAnswer = sizeOfText(JSON.stringify([query.text, []]))
  const whole = answerTokens(frameOfAnswer, yield* sizesOf(items))
  if (whole <= maxTokens) return items
  const contents: number[] = []
  for (const item of items) {
    contents.push(estimateTokens(text(item)))
    yield
  }
  const frame = whole - contents.reduce((sum, tokens) => sum + tokens, 0) + items.length * markTokens
  const ceiling = commonCeiling(contents, maxTokens - frame)
  const fitted: Item[] = []
  for (const [index, item] of items.entries()) {
    const charactersPerToken = contents[index] > ceiling ? text(item).length / contents[index] : 0
    fitted.push(
      contents[index] <= ceiling
        ? item
        : yield* cut(item, Math.max(minPassageLength, Math.floor(ceiling * charactersPerToken))),
    )
  }
  const sizes = yield* sizesOf(fitted)
  while (sizes.length > 1 && answerTokens(frameOfAnswer, sizes) > maxTokens) sizes.pop()
  return fitted.slice(0, sizes.length)
}

/** The size of each item as JSON. */
function* sizesOf(items: readonly unknown[]): Slices<TextSize[]> {
  const sizes: TextSize[] = []
  for (const item of items) {
    sizes.push(sizeOfText(JSON.stringify(item)))
    yield
  }
  return sizes
}

/** The tokens of the whole answer as JSON, with a comma between each two items. */
function answerTokens(frame: TextSize, items: readonly TextSize[]): number {
  const commas = Math.max(0, items.length - 1)
  const sum = (part: (size: TextSize) => number) => items.reduce((total, size) => total + part(size), part(frame))
  return (
    tokensOf({ characters: sum((each) => each.characters) + commas, others: sum((each) => each.others) }) +
    envelopeTokens
  )
}
