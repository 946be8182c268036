import { shortLine } from '../../procedural/short-line.js'
import type { Turn } from './turn.js'

/** RSB6: what is left of an older turn; it names its turn, so that forgetting one takes its line along (OPS4). */
export interface SummaryLine {
  readonly messageId: string
  readonly number: number
  readonly asked: string
  readonly answered: string | null
}

/** Oldest first. */
export type Summary = readonly SummaryLine[]

export const emptySummary: Summary = []

/** RSB6: as many stay as they are. */
export const newestTurns = 5
const mostLines = 40
const longestAsked = 160
const longestAnswered = 240

/**
 * RSB6: folds the turns older than the newest five into the summary; `turns` are those not folded yet, and any that
 * are folded again just replace their line. The oldest lines go when there are too many.
 */
export function foldSummary(summary: Summary, turns: readonly Turn[]): Summary {
  const inOrder = [...turns].sort((a, b) => a.number - b.number)
  const old = inOrder.slice(0, Math.max(0, inOrder.length - newestTurns))
  const lines = new Map(summary.map((line) => [line.messageId, line]))
  for (const turn of old) lines.set(turn.messageId, toLine(turn))
  return [...lines.values()].sort((a, b) => a.number - b.number).slice(-mostLines)
}

function toLine({ messageId, number, userInput, clarifications, answer }: Turn): SummaryLine {
  const asked = [userInput, ...clarifications.map((each) => each.answer)].join('; ')
  return {
    messageId,
    number,
    asked: shortLine(asked, longestAsked),
    answered: answer === null ? null : shortLine(answer.response, longestAnswered),
  }
}
