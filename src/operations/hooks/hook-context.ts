import type { Trust } from '../../memory/trust/trust.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { OperationContext, Recalling, Using } from '../machinery/operation-context.js'

/**
 * The part of the context that hooks need: a hook without a running server opens no more than this. Such a hook does not
 * note uses either, since it would have to write before it answers.
 */
export type HookContext = Using<MemorySearch & MemoryReader & MemoryGraph, Recalling | 'clock'> &
  Partial<Pick<OperationContext, 'noteUses'>>

/** Whose memories a hook may see and write. */
export interface HookScope {
  /** Null: outside any project; only memories without a project are visible. */
  readonly project: string | null
  /** Set only with `WW_SESSION_ID`; otherwise an agent's sessions see each other's memories. */
  readonly session?: string
  /** Origins besides `stated` that the person lets hooks inject. */
  readonly allows?: readonly Trust[]
}
