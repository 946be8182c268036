import type { Amount } from './amounts.js'
import type { ReadDate } from './dates.js'
import { endOf, overlaps, type Span, trimmed } from './span.js'

/** An entry of a list: what it is of, or when, and how much. */
export interface Item {
  /** The words for what it is of; null when only a date tells the entries apart. */
  readonly label: Span | null
  readonly amount: Amount
  readonly date: ReadDate | null
}

export interface ItemList {
  /** What stands before a colon, or before the first entry of a list of dates. */
  readonly heading: Span | null
  readonly items: readonly Item[]
}

const separators = /[,;]\s*(?:and |but |plus )?|\s(?:and|but|plus)\s/giu
const heading = /^[^:\d]{2,60}:(?=\s)/u
const lead = /^(?:and|but|plus|then|also|the|an?|another)\s+/iu
const behind = /^\s*(?:for|on|from|by|at)\s+(?:the |an? |my |our )?(?<label>\p{L}[\p{L}'’ -]{1,40})/iu
const noLabel =
  /^(?:usual|not|about|only|just|maybe|nearly|almost)$|(?:^|\s)(?:on|at|for|in|of|by|to|with|over|about|from|the|an?)$/i
const maxLabelWords = 6

/** The list that a sentence is, if each of its amounts has a part of its own, with a label or a date; else null. */
export function listIn(sentence: string, amounts: readonly Amount[], dates: readonly ReadDate[]): ItemList | null {
  if (amounts.length === 0 || !areAlike(amounts)) return null
  const start = heading.exec(sentence)?.[0].length ?? 0
  const cuts = [start]
  for (const [place, amount] of amounts.slice(1).entries()) {
    const cut = cutBetween(sentence, endOf(amounts[place]!), amount.from)
    if (cut === undefined) return null
    cuts.push(cut)
  }
  const parts = cuts.map((from, place) => ({ from, to: cuts[place + 1] ?? sentence.length }))
  const named = parts.map(({ from, to }, place) => itemIn(sentence, from, to, amounts[place]!, dates))
  const items = named.filter((item) => item !== undefined)
  if (items.length < parts.length) return null
  const before = start === 0 ? undefined : trimmed(sentence, 0, start - 1)
  if (!items.every(({ date }) => date !== null)) return { heading: before ?? null, items }
  // "Stall did 521 on the 16th, yesterday 467": what stands before the first is of all of them.
  const shared = before ?? items[0]!.label
  return {
    heading: shared,
    items: items.map((item) => ({ ...item, label: item.label === shared ? null : item.label })),
  }
}

/** A list counts one thing: in one unit, which its first entries may leave out, and at one rate. */
function areAlike(amounts: readonly Amount[]): boolean {
  const units = new Set(amounts.flatMap(({ unit }) => unit ?? []))
  return units.size <= 1 && new Set(amounts.map(({ per }) => per)).size === 1
}

/** The end of the last separator between two amounts: of a comma, or else of "and". */
function cutBetween(sentence: string, from: number, to: number): number | undefined {
  const found = [...sentence.slice(from, to).matchAll(separators)]
  const last = found.findLast(({ 0: sign }) => /[,;]/.test(sign)) ?? found.at(-1)
  return last === undefined ? undefined : from + last.index + last[0].length
}

function itemIn(
  sentence: string,
  from: number,
  to: number,
  amount: Amount,
  dates: readonly ReadDate[],
): Item | undefined {
  const part = { from, text: sentence.slice(from, to) }
  const within = dates.filter((date) => overlaps(date, part))
  if (within.length > 1 || amount.from < from || endOf(amount) > to) return undefined
  const date = within[0] ?? null
  const label = labelIn(sentence, from, to, amount, date)
  return label === null && date === null ? undefined : { label, amount, date }
}

function labelIn(sentence: string, from: number, to: number, amount: Amount, date: ReadDate | null): Span | null {
  const ends = [amount.from, ...(date === null ? [] : [date.from])]
  const before = withoutLead(withoutSigns(trimmed(sentence, from, Math.min(...ends))))
  if (isLabel(before)) return before
  const rest = sentence.slice(endOf(amount), to)
  const { label } = behind.exec(rest)?.groups ?? {}
  if (label === undefined) return null
  const found = trimmed(
    sentence,
    endOf(amount) + rest.indexOf(label),
    endOf(amount) + rest.indexOf(label) + label.length,
  )
  return isLabel(found) && (date === null || !overlaps(found, date)) ? found : null
}

function withoutSigns({ from, text }: Span): Span {
  let end = text.length
  while (end > 0 && /[\s,;:=–—-]/.test(text[end - 1]!)) end--
  return { from, text: text.slice(0, end) }
}

function withoutLead({ from, text }: Span): Span {
  const length = lead.exec(text)?.[0].length ?? 0
  return { from: from + length, text: text.slice(length) }
}

const isLabel = ({ text }: Span): boolean =>
  /\p{L}{2}/u.test(text) && !/\d/.test(text) && text.split(/\s+/).length <= maxLabelWords && !noLabel.test(text)
