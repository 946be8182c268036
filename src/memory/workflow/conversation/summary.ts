import { shortLine } from '../../procedural/short-line.js'
import type { Turn } from './turn.js'

/** RSB6: the short form of an older turn; it names its turn, so that forgetting the turn removes the line (OPS4). */
export interface SummaryLine {
  readonly messageId: string
  readonly number: number
  readonly asked: string
  readonly answered: string | null
}

/** Oldest first. */
export type Summary = readonly SummaryLine[]

export const emptySummary: Summary = []

/** RSB6: the newest turns are not folded into the summary. */
export const recentTurnCount = 5
const maxLines = 40
const maxAskedCharacters = 160
const maxAnsweredCharacters = 240

/**
 * RSB6: folds the turns older than the newest five into the summary. `turns` are those not folded yet; a turn that is
 * folded again replaces its line. The oldest lines are dropped when there are too many.
 */
export function foldSummary(summary: Summary, turns: readonly Turn[]): Summary {
  const inOrder = [...turns].sort((a, b) => a.number - b.number)
  const old = inOrder.slice(0, Math.max(0, inOrder.length - recentTurnCount))
  const lines = new Map(summary.map((line) => [line.messageId, line]))
  for (const turn of old) lines.set(turn.messageId, toLine(turn))
  return [...lines.values()].sort((a, b) => a.number - b.number).slice(-maxLines)
}

function toLine({ messageId, number, userInput, clarifications, answer }: Turn): SummaryLine {
  const asked = [userInput, ...clarifications.map((each) => each.answer)].join('; ')
  return {
    messageId,
    number,
    asked: shortLine(asked, maxAskedCharacters),
    answered: answer === null ? null : shortLine(answer.response, maxAnsweredCharacters),
  }
}
