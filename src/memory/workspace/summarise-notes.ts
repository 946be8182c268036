import { themesAmong } from '../consolidation/theme.js'
import type { Memory } from '../memory.js'
import { atMost } from './at-most.js'

type Note = Pick<Memory, 'text' | 'happenedAt'>

const mostLines = 50
const longestLine = 160
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * What is left of notes that go: how many there were, from when, what they were about, and how each began, the oldest
 * first. The notes themselves are deleted, so it quotes no more than that.
 */
export function summariseNotes(notes: readonly Note[]): string {
  const ordered = notes.toSorted((a, b) => a.happenedAt - b.happenedAt)
  const texts = [...new Set(notes.map(({ text }) => text))]
  const theme = themesAmong(texts)(texts)
  const [from, to] = [ordered[0], ordered[ordered.length - 1]].map(({ happenedAt }) => dayOf(happenedAt))
  const head = [
    `Summary of ${notes.length} working ${notes.length === 1 ? 'note' : 'notes'}`,
    from === to ? `of ${from}` : `from ${from} to ${to}`,
    ...(theme === undefined ? [] : [`about ${theme}`]),
  ].join(' ')
  const beginnings = [...new Set(ordered.map(({ text }) => beginningOf(text)))]
  const rest = beginnings.length - mostLines
  return [
    `${head}:`,
    ...beginnings.slice(0, mostLines).map((line) => `- ${line}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n')
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The first sentence on one line. */
function beginningOf(text: string): string {
  // Far more than is kept: a note may have a hundred thousand characters.
  const start = text.trim().slice(0, longestLine * 8)
  const [first] = Array.from(sentences.segment(start), ({ segment }) => segment.replace(/\s+/gu, ' ').trim())
  return atMost(first ?? '', longestLine)
}
