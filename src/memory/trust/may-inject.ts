import type { Memory } from '../memory.js'
import { readsLikeInstruction } from './instruction-score.js'
import { decisionOn, type Trust, type Trusted, trustOf } from './trust.js'

type Judged = Trusted & Pick<Memory, 'text'>

/** Whether hooks may inject memories of this origin at all; cheap, since it does not read the text. */
export function isAllowed(memory: Trusted, allowed: readonly Trust[]): boolean {
  const decision = decisionOn(memory)
  if (decision !== undefined) return decision === 'released'
  const trust = trustOf(memory)
  return trust === 'stated' || allowed.includes(trust)
}

/** It came from elsewhere, reads like an instruction to an agent, and nobody has decided about it. */
export const isQuarantined = (memory: Judged): boolean =>
  trustOf(memory) !== 'stated' && decisionOn(memory) === undefined && readsLikeInstruction(memory.text)

/** Whether a hook may inject the memory. */
export const mayInject = (memory: Judged, allowed: readonly Trust[]): boolean =>
  isAllowed(memory, allowed) && !isQuarantined(memory)

/** A text that quotes what a tool printed is stated by the agent who reports it, unless it reads like an instruction. */
export const reportTrust = (text: string): Trust => (readsLikeInstruction(text) ? 'tool' : 'stated')
