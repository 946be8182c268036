import type { JsonObject } from '../memory.js'
import type { SentenceMark } from '../recall/text/sentence-mark.js'
import { dayMs, formatTime } from '../time.js'
import type { Amount } from './amounts.js'
import type { ReadDate } from './dates.js'
import type { Fact } from './facts.js'
import type { ReadName } from './names.js'
import type { TextReading } from './text-reading.js'

/** GWT20: what was recognised in a memory, in as few words as a caller needs to compute; nothing empty. */
export function toRecognised(
  { sentences, isWhole }: TextReading,
  facts: readonly Fact[],
  names: readonly ReadName[],
): JsonObject {
  const amounts = sentences.flatMap((sentence) => sentence.amounts.map(toAmount))
  const dates = sentences.flatMap((sentence) => sentence.dates.map(toDate))
  const lists = sentences.flatMap(({ list }) =>
    list === null || list.items.length < 2 || list.items.some(({ label }) => label === null)
      ? []
      : [Object.fromEntries(list.items.map(({ label, amount }) => [label!.text, amount.text]))],
  )
  const marks = sentences.flatMap(({ text, mark, isOpen }) => {
    const saidAs = isOpen ? 'open' : saidAsOf(mark)
    return saidAs === undefined ? [] : [{ said_as: saidAs, text }]
  })
  const distinct = [...new Set(names.map(({ text }) => text))]
  return {
    ...(amounts.length === 0 ? {} : { amounts }),
    ...(dates.length === 0 ? {} : { dates }),
    ...(distinct.length === 0 ? {} : { names: distinct }),
    ...(facts.length === 0 ? {} : { facts: facts.map(toFact) }),
    ...(lists.length === 0 ? {} : { lists }),
    ...(marks.length === 0 ? {} : { not_stated: marks }),
    ...(isWhole ? {} : { beginning_only: true }),
  }
}

const toAmount = ({ text, value, unit, per }: Amount): JsonObject => ({
  text,
  value,
  ...(unit === null ? {} : { unit }),
  ...(per === null ? {} : { per }),
})

const dayOf = (time: number): string => formatTime(time).slice(0, 10)

const toDate = ({ text, first, last, isCertain }: ReadDate): JsonObject => ({
  text,
  date: dayOf(first),
  ...(last - first < dayMs ? {} : { until: dayOf(last) }),
  ...(isCertain ? {} : { about: true }),
})

const toFact = ({ subject, attribute, value }: Fact): JsonObject => ({
  subject: subject.text,
  attribute: attribute.text,
  value: value.text,
})

function saidAsOf(mark: SentenceMark): string | undefined {
  if (mark === 'stated' || mark === 'filler') return undefined
  return mark === 'report of a question' ? 'question' : mark
}
