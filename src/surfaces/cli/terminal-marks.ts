import { randomBytes } from 'node:crypto'

/**
 * Sequences that this program itself sends to a terminal. Renderers write marks that stand for them, and `printableOutput`
 * turns these into sequences: whatever else looks like a sequence is text of others, and is shown.
 */
const sequences = {
  bold: '\u001b[1m',
  dim: '\u001b[2m',
  red: '\u001b[31m',
  green: '\u001b[32m',
  yellow: '\u001b[33m',
  cyan: '\u001b[36m',
  plainWeight: '\u001b[22m',
  plainColour: '\u001b[39m',
  clearLine: '\r\u001b[K',
} as const

type MarkName = keyof typeof sequences

const names = Object.keys(sequences) as MarkName[]
/** A noncharacter, and what no stored text can know: a process has marks of its own. */
const prefix = `\ufdd0${randomBytes(6).toString('hex')}`

export const marks = Object.fromEntries(names.map((name, place) => [name, `${prefix}${place}`])) as Readonly<
  Record<MarkName, string>
>

/** The text with its marks as sequences; the rest of it as `filter` makes it. */
export function withSequences(text: string, filter: (text: string) => string): string {
  const [first = '', ...rest] = text.split(prefix)
  return [filter(first), ...rest.map((part) => sequences[names[Number(part[0])]] + filter(part.slice(1)))].join('')
}
