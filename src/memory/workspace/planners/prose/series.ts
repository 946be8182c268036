import { once } from '../../../../once.js'
import type { Amount } from '../../../reading/amounts.js'
import type { ReadDate } from '../../../reading/dates.js'
import { averageOf, commonUnit, formatAmount, toNumber, totalOf } from './money.js'
import { periodIn, tailPattern } from './period.js'
import {
  amountsOf,
  contentWords,
  findThing,
  hasWords,
  isFact,
  isIn,
  isMoneyLike,
  type Period,
  type ProseAnswer,
  type ProseQuestion,
  type ProseWalk,
  type ReadMemory,
} from './read-memory.js'

interface Asked {
  readonly operation: 'sum' | 'average' | 'most' | 'least'
  readonly topic: readonly string[]
  /** A unit, or null for takings. */
  readonly unit: string | null
  /** What was done, when it is not to take money. */
  readonly verb: string | undefined
  /** 0 to 6, from Sunday. */
  readonly weekday: number | undefined
  readonly period: Period | undefined
}

interface Entry {
  readonly amount: Amount
  readonly date: ReadDate
  readonly memory: ReadMemory
}

const topic = "(?:the |my |our )?(?<topic>\\p{L}[\\p{L}’'-]*(?: \\p{L}[\\p{L}’'-]*)?)"
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const unitWords: Readonly<Record<string, string>> = {
  kilos: 'kg',
  kg: 'kg',
  kilograms: 'kg',
  litres: 'l',
  liters: 'l',
  grams: 'g',
}
const month = '(?: in \\p{L}+)?'
const takings = '(?:take|make|earn|bring in)'
const day = `(?:day|date|${weekdays.join('|')})`
const forms: readonly RegExp[] = [
  `^(?:how much|what) did ${topic} (?<takes>${takings})(?<average> on average)?${tailPattern}$`,
  `^(?:which|what) (?<day>${day})${month} was the (?:(?<most>best)|(?<least>worst))(?: one)? for ${topic}${tailPattern}$`,
  `^on (?:which|what) (?<day>${day})${month} did ${topic} ${takings} (?:the )?(?:(?<most>most)|(?<least>least))${tailPattern}$`,
  `^how many (?<unit>${Object.keys(unitWords).join('|')}) of ${topic} did (?:i|we) (?<verb>\\p{L}+)${tailPattern}$`,
].map((form) => new RegExp(form, 'iu'))
const earned = /\b(?:did|does|took|takes?|made|makes?|brought in|earned|takings)\b/i
const headed = /^[\p{L}'’ -]+$/u

/** What a stall took, what a garden gave: amounts of several days, each with its date. */
export function* computeSeries({ text, now }: ProseQuestion): ProseWalk<ProseAnswer | undefined> {
  const asked = parse(text, now)
  if (asked === undefined) return undefined
  const mentions = yield* findThing(asked.topic)
  const entries = mentions === undefined ? undefined : entriesOf(mentions, asked)
  if (entries === undefined || entries.length < 2) return undefined
  if (asked.verb !== undefined && !entries.some(({ memory }) => hasWords(memory.text, [asked.verb!]))) return undefined
  if (asked.weekday !== undefined && entries.some(({ date }) => new Date(date.first).getUTCDay() !== asked.weekday))
    return undefined
  // The same day told twice is not counted twice, and which of two amounts holds is not known.
  if (new Set(entries.map(({ date }) => date.first)).size < entries.length) return undefined
  return answerOf(asked, entries)
}

function parse(text: string, now: number): Asked | undefined {
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined)
  const period = periodIn(text, now)
  if (groups?.topic === undefined || period === null) return undefined
  const { average, most, least, unit, verb } = groups
  const weekday = weekdays.indexOf(groups.day?.toLowerCase() ?? '')
  return {
    operation: average !== undefined ? 'average' : most !== undefined ? 'most' : least !== undefined ? 'least' : 'sum',
    topic: contentWords(groups.topic),
    unit: unit === undefined ? null : unitWords[unit.toLowerCase()]!,
    verb,
    weekday: weekday < 0 ? undefined : weekday,
    period,
  }
}

/** The amounts of a day; undefined when a memory has one that is not plainly of this kind. */
function entriesOf(mentions: readonly ReadMemory[], asked: Asked): readonly Entry[] | undefined {
  const entries: Entry[] = []
  for (const memory of mentions) {
    const counted = amountsOf(memory).filter((amount) => isCounted(amount, asked))
    if (memory.saidAs === 'plan' || memory.saidAs === 'question') continue
    if (counted.length === 0) {
      if (mayBeIn(memory, asked.period) && tellsUncounted(memory, asked)) return undefined
      continue
    }
    const found: Entry[] = []
    for (const sentence of memory.reading.sentences) {
      if (!isFact(memory, [sentence])) continue
      const { heading, items } = sentence.list ?? { heading: null, items: [] }
      if (heading === null || !hasWords(heading.text, asked.topic.slice(-1)) || !isHeading(heading.text, asked))
        continue
      for (const { amount, date } of items) {
        if (date?.isCertain && date.first === date.last && isCounted(amount, asked))
          found.push({ amount, date, memory })
      }
    }
    if (found.length < counted.length) {
      if (mayBeIn(memory, asked.period)) return undefined
      continue
    }
    entries.push(...found.filter(({ date }) => isIn(date.first, asked.period)))
  }
  return entries
}

/** "The stall took nothing", "picked a bowl of beans": it happened, and how much is not told in this unit. */
const tellsUncounted = ({ text }: ReadMemory, { verb }: Asked): boolean =>
  verb === undefined ? /\b(?:took|made|brought in|earned|takings)\b/i.test(text) : hasWords(text, [verb])

const isCounted = (amount: Amount, { unit }: Asked): boolean =>
  unit === null ? isMoneyLike(amount) : amount.unit === unit

/** "Stall did", "beans again", or the topic alone before a colon. */
function isHeading(heading: string, { unit, topic: words }: Asked): boolean {
  if (!headed.test(heading)) return false
  return unit !== null || earned.test(heading) || contentWords(heading).length <= words.length
}

const monthMs = 31 * 86_400_000

/** A memory tells of its own time, or of some weeks before. */
const mayBeIn = ({ at }: ReadMemory, period: Period | undefined): boolean =>
  period === undefined || (at >= period.from && at < period.to + monthMs)

function answerOf({ operation }: Asked, entries: readonly Entry[]): ProseAnswer | undefined {
  const amounts = entries.map(({ amount }) => amount)
  const unit = commonUnit(amounts)
  if (unit === undefined || amounts.some(({ per }) => per !== null)) return undefined
  const used = [...new Set(entries.map(({ memory }) => memory))]
  if (operation === 'sum') return { answer: formatAmount(totalOf(amounts), unit), operation, used }
  if (operation === 'average') return { answer: formatAmount(averageOf(amounts), unit), operation, used }
  const sorted = [...entries].sort((a, b) => toNumber(b.amount).cmp(toNumber(a.amount)))
  if (operation === 'least') sorted.reverse()
  const [best, next] = sorted
  if (toNumber(best!.amount).eq(toNumber(next!.amount))) return undefined
  return { answer: formatDay(best!.date.first), operation: operation === 'most' ? 'max' : 'min', used }
}

const days = once(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const formatDay = (time: number): string => days().format(time)
