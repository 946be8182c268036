import type { z } from 'zod'
import type { explanation } from '../../../operations/recall/explanation.js'
import { toPrintable } from '../../../terminal-text.js'
import type { Terminal } from '../terminal.js'
import { padTo, widthOf, wrap } from './wrap.js'

export type Explanation = z.output<typeof explanation>

/** What each part means, without the formulas. */
const meanings: Readonly<Record<string, string>> = {
  lexical: 'the same words',
  vector: 'the meaning of the whole',
  soft: 'words that mean alike',
  previous: 'what came just before',
  next: 'what came just after',
  answer: 'follows a question',
  exchange: 'what came before that',
  coverage: 'how much of the question it covers',
  shared: 'how rare the words are that it shares with the question',
  repeated: 'how often it says them',
  scene: 'the scene it belongs to',
  scene_lexical: 'the same words in its scene',
  speaker: 'who said it',
  question: 'is itself a question',
  time: 'names a time, as asked',
  substance: 'says enough to judge',
  verbosity: 'says a lot else',
  date: 'happened at the asked time',
  phrase: 'holds the quoted phrase',
  identifier: 'holds the exact identifier',
  recency: 'is recent, as nothing else was asked for',
}

/** The parts of the score, largest first, and how it became the relevance. */
export function renderExplanation(explained: Explanation, columns: number, { style }: Terminal): string[] {
  const { parts, score, relevance, curve, matched_words, soft_pairs } = explained
  const shown = parts.filter(({ contribution }) => Math.abs(contribution) >= 0.0005)
  const lines = [...shown]
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .flatMap(({ name, contribution, value, weight }) => {
      const how = value === undefined || weight === undefined ? '' : `${fixed(weight)} × ${fixed(value)}  `
      const meaning = `${how}${meanings[name] ?? ''}`.trim()
      return hanging(`${signed(contribution)}  ${padTo(name, 13)}  `, meaning, columns, style.dim)
    })
  const formula = `→ relevance 1/(1 + e^(−${plain(curve.steepness)}·(score − ${fixed(curve.middle)}))) =`
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? [] : wrap(toPrintable(`${name}: ${items.join(', ')}`), columns).map((line) => style.dim(line))
  return [
    ...lines,
    ...hanging(`${fixed(score).padStart(6)}  score `, formula, columns, style.dim, fixed(relevance)),
    ...list('words', matched_words),
    ...list('alike', soft_pairs),
  ]
}

/** A narrower column would hold one word per line. */
const minTextColumns = 16
/** Where the names begin, right of the numbers. */
const namesColumn = 8

/**
 * The head, then the text: beside it if there is room, otherwise below it, aligned with the names. `last` follows the
 * text without its style.
 */
function hanging(head: string, text: string, columns: number, paint: (text: string) => string, last = ''): string[] {
  const isBeside = columns - widthOf(head) >= minTextColumns
  const indent = isBeside ? widthOf(head) : namesColumn
  const lines = wrap(`${text} ${last}`.trim(), columns - indent).map((line, at, all) => {
    const own = at === all.length - 1 && last !== '' ? line.slice(0, -last.length) : line
    return `${paint(own.trimEnd())}${line.slice(own.trimEnd().length)}`
  })
  const [first = '', ...rest] = isBeside ? lines : ['', ...lines]
  return [`${head}${first}`.trimEnd(), ...rest.map((line) => ' '.repeat(indent) + line)]
}

const fixed = (value: number): string => value.toFixed(2)
const plain = (value: number): string => String(Number(fixed(value)))
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${fixed(Math.abs(value))}`.padStart(6)
