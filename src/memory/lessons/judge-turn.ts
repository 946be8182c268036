import type { Turn } from '../workflow/conversation/turn.js'
import type { Verdict } from './confidence.js'
import { isCorrection } from './corrections.js'
import { hasToolError } from './tool-calls.js'

/**
 * RSB3: what a turn says about the lessons that it showed. Loss: a tool error in it, or corrected next; win: answered,
 * and neither. Undefined while that is open: unanswered, or without a tool error before the user's next input.
 */
export function judgeTurn({ answer }: Pick<Turn, 'answer'>, next: string | null): Verdict | undefined {
  if (answer === null) return undefined
  if (hasToolError(answer.toolCalls)) return 'loss'
  if (next === null) return undefined
  return isCorrection(next, answer.response) ? 'loss' : 'win'
}
