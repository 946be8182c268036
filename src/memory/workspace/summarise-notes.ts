import { createThemeNamer } from '../consolidation/theme.js'
import type { Memory } from '../memory.js'
import { sentenceSegments } from '../sentence-segments.js'
import type { Slices } from '../slices.js'
import { truncate } from './truncate.js'

type Note = Pick<Memory, 'text' | 'happenedAt'>

const maxLines = 50
const maxLineCharacters = 160

/**
 * Summarises notes that are about to be deleted: how many, from when, about what, and the beginning of each, oldest
 * first. It quotes no more than the beginnings, because the notes are meant to be deleted.
 */
export function* summariseNotes(notes: readonly Note[]): Slices<string> {
  const ordered = notes.toSorted((a, b) => a.happenedAt - b.happenedAt)
  const texts = [...new Set(notes.map(({ text }) => text))]
  const nameTheme = yield* createThemeNamer(texts)
  const theme = yield* nameTheme(texts)
  const [from, to] = [ordered[0], ordered[ordered.length - 1]].map(({ happenedAt }) => dayOf(happenedAt))
  const head = [
    `Summary of ${notes.length} working ${notes.length === 1 ? 'note' : 'notes'}`,
    from === to ? `of ${from}` : `from ${from} to ${to}`,
    ...(theme === undefined ? [] : [`about ${theme}`]),
  ].join(' ')
  const beginnings = [...new Set(ordered.map(({ text }) => beginningOf(text)))]
  const rest = beginnings.length - maxLines
  return [
    `${head}:`,
    ...beginnings.slice(0, maxLines).map((line) => `- ${line}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n')
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The first sentence on one line. */
function beginningOf(text: string): string {
  // Segment only the beginning: a note may have a hundred thousand characters.
  const start = text.trim().slice(0, maxLineCharacters * 8)
  const [first] = sentenceSegments(start).map(({ segment }) => segment.replace(/\s+/gu, ' ').trim())
  return truncate(first ?? '', maxLineCharacters)
}
