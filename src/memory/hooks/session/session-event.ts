import type { Json } from '../../memory.js'

/** A tool call in a session and its result. */
export interface SessionCall {
  readonly tool: string
  readonly input: Json
  /** The beginning and the end of its output; only a few lines are used. */
  readonly output: string
  readonly failed: boolean
}

/** A message or a tool call, in the order of the session. */
export type SessionEvent = { readonly at: number | null } & (
  | { readonly from: 'user' | 'agent'; readonly text: string }
  | { readonly from: 'tool'; readonly call: SessionCall }
  /** What our hooks injected. */
  | { readonly from: 'memory'; readonly text: string }
)

export const maxOutputLength = 4_000
/** The limit for a message; a longer one contains pasted text. */
export const maxTextLength = 20_000
