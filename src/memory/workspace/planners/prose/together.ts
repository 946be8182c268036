import type { Amount } from '../../../reading/amounts.js'
import { commonUnit, formatAmount, totalOf } from './money.js'
import {
  amountsOf,
  contentWords,
  findMentions,
  hasWords,
  isFact,
  isMoneyLike,
  type ProseAnswer,
  type ProseQuestion,
  type ProseWalk,
  type ReadMemory,
} from './read-memory.js'

const things = "(?<things>[\\p{L}’'-]+(?:,? [\\p{L}’'-]+){0,11}?)"
const forms: readonly RegExp[] = [
  `^(?:how much|what) did ${things} cost(?: me| us)? (?:together|altogether|in total|in all)$`,
  `^(?:how much|what) did (?:i|we) (?:spend|pay) (?:on|for) ${things}(?: together| altogether| in total| in all)?$`,
].map((form) => new RegExp(form, 'iu'))
const maxThingWords = 3
// Beside these an amount is no price that was paid.
const otherwise =
  /\b(?:owe[sd]?|lend|lent|borrow(?:ed)?|sold|sells?|refund\w*|back|quot(?:e|es|ed)|offer\w*|estimat\w*|would|could|might|wants?|asks?|asked|hopes?|worth|budget|instead|saves?|saved|earn\w*|took|takes|made|brought|deposit|half|rest|remaining|extra|another|second|last|instalment|minus|discount|insurance|fine|next year)\b/i

interface Price {
  readonly amount: Amount
  readonly memory: ReadMemory
  readonly isListed: boolean
}

/** What several things cost together, if each has one price in all memories. */
export function* computeTogether({ text }: ProseQuestion): ProseWalk<ProseAnswer | undefined> {
  const named = forms.map((form) => form.exec(text)?.groups?.things).find((found) => found !== undefined)
  const parts = named?.split(/, and | and |, /iu).map((part) => contentWords(part)) ?? []
  if (parts.length < 2 || parts.some((words) => words.length === 0 || words.length > maxThingWords)) return undefined
  const prices: Price[] = []
  for (const words of parts) {
    const price = yield* findPrice(words)
    if (price === undefined || prices.some(({ amount }) => amount === price.amount)) return undefined
    prices.push(price)
  }
  const amounts = prices.map(({ amount }) => amount)
  const used = [...new Set(prices.map(({ memory }) => memory))]
  const unit = commonUnit(amounts, used.length === 1 && prices.every(({ isListed }) => isListed))
  // Numbers without a currency are prices of one list, or nothing certain.
  if (unit === undefined || (unit === null && used.length > 1)) return undefined
  return { answer: formatAmount(totalOf(amounts), unit), operation: 'sum', used }
}

/** The only price of a thing. */
function* findPrice(words: readonly string[]): ProseWalk<Price | undefined> {
  const mentions = yield* findMentions(words)
  const found: Price[] = []
  for (const memory of mentions ?? []) {
    const amounts = amountsOf(memory).filter(isMoneyLike)
    if (amounts.length === 0 || memory.saidAs === 'plan' || memory.saidAs === 'question') continue
    const price = listedPrice(memory, words) ?? solePrice(memory, amounts, words)
    if (price === undefined || price.amount.per !== null) return undefined
    found.push(price)
  }
  return found.length === 1 ? found[0] : undefined
}

/** Of a list whose labels tell the things apart; nothing else in the memory may be of the thing. */
function listedPrice(memory: ReadMemory, words: readonly string[]): Price | undefined {
  for (const sentence of memory.reading.sentences) {
    const items = sentence.list?.items ?? []
    const own = items.filter(({ label }) => label !== null && hasWords(label.text, words))
    if (items.length < 2 || own.length !== 1 || !isFact(memory, [sentence]) || otherwise.test(sentence.text)) continue
    const [{ amount, label }] = own as [(typeof own)[number]]
    if (contentWords(label!.text).length === words.length && isMoneyLike(amount))
      return { amount, memory, isListed: true }
  }
  return undefined
}

/** The one amount of a memory that tells of the thing in the same sentence, or right before. */
function solePrice(memory: ReadMemory, amounts: readonly Amount[], words: readonly string[]): Price | undefined {
  const [amount] = amounts
  if (amount === undefined || amounts.length > 1 || amount.kind !== 'money') return undefined
  const { sentences } = memory.reading
  const place = sentences.findIndex((sentence) => sentence.amounts.includes(amount))
  const near = [sentences[place - 1], sentences[place]].filter((sentence) => sentence !== undefined)
  const said = near.map(({ text }) => text).join(' ')
  if (!hasWords(said, words) || !isFact(memory, near) || otherwise.test(memory.text)) return undefined
  return { amount, memory, isListed: false }
}
