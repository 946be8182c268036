import type { OperationContext } from '../operation-context.js'

/**
 * What hooks need: no more, so that a hook that finds no running server opens no more. Nor does such a one take note of
 * uses: it would have to write before it answers.
 */
export type HabitContext = Pick<OperationContext, 'memories' | 'embedder' | 'tokenSpace' | 'weights' | 'clock'> &
  Partial<Pick<OperationContext, 'noteUses'>>

/** Whose memories a hook may see and write. */
export interface HookScope {
  /** Null: outside of any project, which sees only what belongs to none. */
  readonly project: string | null
  /** Only where one was chosen (`WW_SESSION_ID`): an agent's own sessions see each other. */
  readonly session?: string
}
