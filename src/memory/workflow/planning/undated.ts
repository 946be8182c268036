import { read } from './reading.js'
import type { Subquery } from './subquery.js'
import { saysNothing } from './too-little.js'

/**
 * WPL3: what is asked apart from the time, so that a date hides nothing. Undefined without a date, or where the date is
 * all that is asked for ("what happened in May?").
 */
export async function withoutDates({ text, timeHints }: Subquery): Promise<string | undefined> {
  if (timeHints.length === 0) return undefined
  const rest = timeHints.reduce((left, hint) => left.replace(hint.text, ' '), text)
  const { sentences } = await read(rest)
  const words = sentences.flatMap((sentence) => sentence.words)
  return words.length === 0 || saysNothing(words) ? undefined : rest.replace(/\s+/gu, ' ').trim()
}
