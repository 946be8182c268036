import type { Json } from '../../memory.js'

/** A tool that was called in a session, and what came of it. */
export interface SessionCall {
  readonly tool: string
  readonly input: Json
  /** What it answered; cut, since only its first lines are ever told. */
  readonly output: string
  readonly failed: boolean
}

/** What one side said, or a call, in the order of the session. */
export type SessionEvent = { readonly at: number | null } & (
  | { readonly from: 'user' | 'agent'; readonly text: string }
  | { readonly from: 'tool'; readonly call: SessionCall }
)

export const longestOutput = 4_000
/** Of what is said; beyond, it was pasted. */
export const longestText = 20_000
