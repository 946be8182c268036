import { isNoName } from '../../../consolidation/extraction/no-names.js'
import type { Amount } from '../../../reading/amounts.js'
import { stopWords } from '../../../recall/text/stop-words.js'
import { toKey } from '../../phrases.js'
import { averageOf, commonUnit, formatAmount, toNumber, totalOf } from './money.js'
import { periodIn, tailPattern } from './period.js'
import {
  amountsOf,
  findMentions,
  isFact,
  isIn,
  isMoneyLike,
  type ProseAnswer,
  type ProseQuestion,
  type ProseWalk,
  type ReadMemory,
  sentenceOf,
} from './read-memory.js'

type Operation = 'sum' | 'average' | 'max' | 'min'

const name = "(?<name>\\p{Lu}[\\p{L}\\p{M}’'&.-]*(?: (?:& )?\\p{Lu}[\\p{L}\\p{M}’'&.-]*){0,2})"
const bill = '(?:bill|invoice|payment|charge)s?'
const most = '(?<most>highest|largest|biggest|dearest|most expensive)'
const least = '(?<least>lowest|smallest|cheapest|least expensive)'
const end = `${tailPattern}$`
const forms: readonly RegExp[] = [
  `^(?:[Hh]ow much|[Ww]hat) (?:have|did|do) (?:I|we) (?:paid?|given?|give) (?:to )?${name}${end}`,
  `^(?:[Hh]ow much|[Ww]hat) (?:has|have|did) ${name} (?:charged?|billed?|cost|costs) (?:me|us)${end}`,
  `^(?:[Hh]ow much|[Ww]hat) did ${name} get from (?:me|us)${end}`,
  `^(?:[Hh]ow much|[Ww]hat) (?:was|is) (?:the |my |our )?(?<average>average) ${bill} (?:from|by|to) ${name}${end}`,
  `^(?:[Hh]ow much|[Ww]hat) (?:was|is) (?:the |my |our )?(?:${most}|${least}) ${bill} (?:from|by|to) ${name}${end}`,
  `^(?:[Hh]ow much|[Ww]hat) (?:was|is) ${name}['’]s (?:${most}|${least}|(?<average>average)) ${bill}${end}`,
].map((form) => new RegExp(form, 'u'))

// Beside these an amount is no payment to whom is named, or not one that was made.
const otherwise =
  /\b(?:owe[sd]?|owing|lend|lent|borrow(?:ed)?|sold|sells?|selling|presents?|gifts?|won|wins?|refund\w*|back|quot(?:e|es|ed)|offer\w*|estimat\w*|would|could|might|may|wants?|wanted|asks?|asked|asking|hopes?|plans?|worth|budget|discount\w*|reduced|instead|saves?|saved|earns?|earned|wages?|salary|raise|went for|auction|lottery|shares?|stake|loan|rent|profit|price|each|part|half|share|between us|split|donat\w*|sponsor\w*|deposit|rest|remaining|extra|another|first|second|last|final|instalment|lot|not|never|cancelled|returned|waived|free|wrong|corrected)\b|n['’]t\b/i
// Payments that these tell of have no amount.
const untold =
  /\b(?:paid|pays?|paying|price|invoice[sd]?|bill(?:s|ed)?|charge[sd]?|fees?|cost|costs|settled|instalments?|deposit|remaining|same|rest of|free of charge)\b/i
const pronoun = /\b(?:him|her|them|he|she|they)\b/i
const payment = /\b(?:paid|pay|gave|give|charged|invoice|bill|cost)\b/i
const nearDays = 10 * 86_400_000

/** What was paid to somebody who is named, over all memories that name them. */
export function* computePayments(
  { text, now }: ProseQuestion,
  nearby: readonly ReadMemory[],
): ProseWalk<ProseAnswer | undefined> {
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined)
  const period = periodIn(text, now)
  if (groups?.name === undefined || period === null) return undefined
  const operation = operationOf(groups)
  const named = groups.name.split(' ')
  const mentions = yield* findMentions(named.map(toKey))
  if (mentions === undefined) return undefined

  const paid: { readonly memory: ReadMemory; readonly amount: Amount }[] = []
  const leftOut: Record<string, string> = {}
  for (const memory of mentions) {
    const time = timeOf(memory)
    if (time === undefined) return undefined
    if (!isIn(time, period)) continue
    const amounts = amountsOf(memory).filter(isMoneyLike)
    if (memory.saidAs === 'plan' || memory.saidAs === 'question') {
      if (amounts.length > 0) leftOut[memory.id] = memory.saidAs
      continue
    }
    if (amounts.length === 0 && !untold.test(memory.text)) continue
    const [amount] = amounts
    if (amount === undefined || amounts.length > 1 || !isPayment(memory, amount, groups.name)) return undefined
    paid.push({ memory, amount })
  }
  // One alone may be anything: a series is what somebody is paid.
  if (
    paid.length < 2 ||
    mayContinue(
      nearby,
      paid.map(({ memory }) => memory),
    )
  )
    return undefined
  const amounts = paid.map(({ amount }) => amount)
  const unit = commonUnit(amounts)
  // Two equal amounts may be one payment, told twice.
  if (unit == null || new Set(amounts.map(({ value }) => value)).size < amounts.length) return undefined
  if (areSeveral(mentions, groups.name)) return undefined
  return {
    answer: formatAmount(resultOf(operation, amounts), unit),
    operation,
    used: paid.map(({ memory }) => memory),
    ...(Object.keys(leftOut).length === 0 ? {} : { leftOut }),
  }
}

function operationOf(groups: Readonly<Record<string, string | undefined>>): Operation {
  if (groups.average !== undefined) return 'average'
  return groups.most !== undefined ? 'max' : groups.least !== undefined ? 'min' : 'sum'
}

function resultOf(operation: Operation, amounts: readonly Amount[]) {
  if (operation === 'sum') return totalOf(amounts)
  if (operation === 'average') return averageOf(amounts)
  return amounts.map(toNumber).reduce((best, each) => (each.gt(best) === (operation === 'max') ? each : best))
}

/** When it was; undefined if a memory with an amount names more than one day. */
function timeOf(memory: ReadMemory): number | undefined {
  const dates = memory.reading.sentences.flatMap((sentence) => (sentence.amounts.length === 0 ? [] : sentence.dates))
  const [date] = dates.filter(({ first }) => first <= memory.at)
  return dates.filter(({ first }) => first <= memory.at).length > 1 ? undefined : (date?.first ?? memory.at)
}

/** Whether people with different surnames have the name. */
function areSeveral(memories: readonly ReadMemory[], who: string): boolean {
  const longer = new RegExp(`${quotedPattern(who)} (\\p{Lu}[\\p{L}\\p{M}-]+)`, 'gu')
  return new Set(memories.flatMap(({ text }) => [...text.matchAll(longer)].map(([, surname]) => surname))).size > 1
}

const quotedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const capitalised = /(?<![.!?:…]\s|^)\b\p{Lu}[\p{L}\p{M}'’-]+/gu
const subject =
  /^(\p{Lu}[\p{L}\p{M}-]+) (?:got|gets|has|had|was|is|paid|pays|took|takes|gave|wants?|will|came|\p{Ll}+ed)\b/u

/** Whether a sentence names somebody else, who the amount may be of. */
function namesAnother(sentence: string, who: string): boolean {
  const others = (sentence.match(capitalised) ?? []).filter((word) => !who.includes(word.replace(/['’]s$/, '')))
  const first = subject.exec(sentence)?.[1]
  const isOther = first !== undefined && !who.includes(first) && !stopWords('en').has(first.toLowerCase())
  return isOther || others.some((word) => !isNoName(word) && !stopWords('en').has(word.toLowerCase()))
}

/** One amount of money in a stated sentence that names who it went to, or right behind one. */
function isPayment(memory: ReadMemory, amount: Amount, who: string): boolean {
  if (amount.kind !== 'money' || amount.per !== null) return false
  const { sentences } = memory.reading
  const place = sentenceOf(memory, amount)
  const own = sentences[place]!
  const naming = own.text.includes(who) ? own : sentences[place - 1]
  if (naming === undefined || !naming.text.includes(who) || !isFact(memory, [own, naming])) return false
  const said = naming === own ? own.text : `${naming.text} ${own.text}`
  if (namesAnother(own.text, who)) return false
  const isGiver = new RegExp(
    `${quotedPattern(who)}(?:['’]s\\b| (?:paid|pays|gave|gives|bought|buys|sent|put in|puts in|has|had|got|takes?)\\b)`,
    'u',
  )
  return !otherwise.test(said) && !isGiver.test(said)
}

/** Whether a memory near in time tells of a payment to "him", who may be the one. */
const mayContinue = (nearby: readonly ReadMemory[], paid: readonly ReadMemory[]): boolean =>
  nearby.some(
    (memory) =>
      !paid.includes(memory) &&
      !paid.some(({ id }) => id === memory.id) &&
      paid.some(({ at }) => memory.at >= at && memory.at - at <= nearDays) &&
      amountsOf(memory).some(isMoneyLike) &&
      payment.test(memory.text) &&
      pronoun.test(memory.text),
  )
