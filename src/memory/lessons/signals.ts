import type { Turn } from '../workflow/conversation/turn.js'
import { contentOf } from '../workspace/question-parts.js'
import { isCorrection } from './corrections.js'
import { type Instruction, instructionsIn } from './instructions.js'
import { type ToolCall, toolCallsIn } from './tool-calls.js'

/** RSB2: an observed event and its turns. Every lesson has one. */
export type Signal =
  | { readonly kind: 'recovery'; readonly failed: ToolCall; readonly worked: ToolCall; readonly turns: readonly Turn[] }
  | { readonly kind: 'correction'; readonly correction: string; readonly turns: readonly Turn[] }
  | { readonly kind: 'instruction'; readonly instruction: Instruction; readonly turns: readonly Turn[] }
  | { readonly kind: 'repeated_success'; readonly calls: readonly ToolCall[]; readonly turns: readonly Turn[] }

/** RSB2: the signals of an answered turn. */
export const signalsInTurn = (turn: Turn): readonly Signal[] => [
  ...recoveriesIn(turn),
  ...instructionsIn(turn.userInput).map(
    (instruction) => ({ kind: 'instruction', instruction, turns: [turn] }) as const,
  ),
]

/**
 * RSB2: the signals that depend on the user's next input: a correction, or a success with the same calls as before.
 * `earlier` are the turns before it, oldest first.
 */
export function signalsAfterTurn(turn: Turn, next: string, earlier: readonly Turn[]): readonly Signal[] {
  if (turn.answer === null) return []
  if (isCorrection(next, turn.answer.response)) return [{ kind: 'correction', correction: next, turns: [turn] }]
  return repeatedSuccess(turn, earlier)
}

/**
 * RSB2: the same success in another conversation, of which these are the turns, oldest first. A turn that nothing followed
 * was not corrected.
 */
export function repeatedAcross(turn: Turn, conversations: readonly (readonly Turn[])[]): readonly Signal[] {
  const calls = successfulCallsOf(turn)
  if (turn.answer === null || calls.length === 0) return []
  const before = conversations.flatMap((turns) =>
    turns.filter((other, at) => isSameSuccess(other, turns[at + 1]?.userInput ?? null, turn, calls)),
  )
  return before.length === 0 ? [] : [{ kind: 'repeated_success', calls, turns: [...before, turn] }]
}

const callsOf = ({ answer }: Turn): readonly ToolCall[] => toolCallsIn(answer?.toolCalls ?? null)

/** A tool failed and worked later in the same turn; the first such pair of each tool. */
function recoveriesIn(turn: Turn): readonly Signal[] {
  const calls = callsOf(turn)
  const recovered = new Map<string, Signal>()
  for (const [at, failed] of calls.entries()) {
    if (failed.error === null || recovered.has(failed.name)) continue
    const worked = calls.slice(at + 1).find(({ name, error }) => name === failed.name && error === null)
    if (worked !== undefined) recovered.set(failed.name, { kind: 'recovery', failed, worked, turns: [turn] })
  }
  return [...recovered.values()]
}

/** Two inputs are similar from this Jaccard similarity of their words on. */
const minSimilarity = 0.5

/** The same calls without an error for an input similar to an earlier one, neither of which was corrected. */
function repeatedSuccess(turn: Turn, earlier: readonly Turn[]): readonly Signal[] {
  const calls = successfulCallsOf(turn)
  if (calls.length === 0) return []
  const before = earlier.filter((other, at) => isSameSuccess(other, (earlier[at + 1] ?? turn).userInput, turn, calls))
  return before.length === 0 ? [] : [{ kind: 'repeated_success', calls, turns: [...before, turn] }]
}

/** None if one of them failed. */
function successfulCallsOf(turn: Turn): readonly ToolCall[] {
  const calls = callsOf(turn)
  return calls.every(({ error }) => error === null) ? calls : []
}

/** `next` is the input that followed the other turn; null when none has. */
const isSameSuccess = (other: Turn, next: string | null, turn: Turn, calls: readonly ToolCall[]): boolean =>
  other.answer !== null &&
  (next === null || !isCorrection(next, other.answer.response)) &&
  haveSameCalls(callsOf(other), calls) &&
  shareWords(other.userInput, turn.userInput)

/** A single call must have the same input; of several calls only the order of tools must be the same. */
function haveSameCalls(ours: readonly ToolCall[], theirs: readonly ToolCall[]): boolean {
  if (ours.length !== theirs.length || ours.some(({ error }) => error !== null)) return false
  return ours.every(({ name, input }, at) => {
    const other = theirs[at]!
    return name === other.name && (ours.length > 1 || JSON.stringify(input) === JSON.stringify(other.input))
  })
}

function shareWords(a: string, b: string): boolean {
  const [ours, theirs] = [a, b].map((text) => new Set(contentOf(text.toLowerCase())))
  const shared = [...ours!].filter((word) => theirs!.has(word)).length
  return shared > 0 && shared / (ours!.size + theirs!.size - shared) >= minSimilarity
}
