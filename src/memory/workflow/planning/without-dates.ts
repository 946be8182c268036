import { parseText } from './parse-text.js'
import type { Subquery } from './subquery.js'
import { hasNoContent } from './vague-question.js'

/**
 * WPL3: the text without its dates, so that a date hides nothing. Undefined without a date, or when nothing else is
 * asked ("what happened in May?").
 */
export async function withoutDates({ text, timeHints }: Subquery): Promise<string | undefined> {
  if (timeHints.length === 0) return undefined
  const rest = timeHints.reduce((left, hint) => left.replace(hint.text, ' '), text)
  const { sentences } = await parseText(rest)
  const words = sentences.flatMap((sentence) => sentence.words)
  return words.length === 0 || hasNoContent(words) ? undefined : rest.replace(/\s+/gu, ' ').trim()
}
