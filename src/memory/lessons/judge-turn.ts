import type { Turn } from '../workflow/conversation/turn.js'
import type { Verdict } from './confidence.js'
import { isCorrection } from './corrections.js'
import { hasToolError } from './tool-calls.js'

/**
 * RSB3: the verdict of a turn on the lessons that it showed. Loss: a tool failed, or the user corrected the answer next.
 * Win: answered, and neither. Undefined while undecided: unanswered, or without a tool error before the next input.
 */
export function judgeTurn({ answer }: Pick<Turn, 'answer'>, next: string | null): Verdict | undefined {
  if (answer === null) return undefined
  if (hasToolError(answer.toolCalls)) return 'loss'
  if (next === null) return undefined
  return isCorrection(next, answer.response) ? 'loss' : 'win'
}
