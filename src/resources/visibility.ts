import type { WorldWeaverError } from '../errors.js'
import type { StoredMemory } from '../memory/memory.js'
import { outOfReach } from '../operations/machinery/authorise.js'
import { type Caller, identify, isVisible, scopeOf } from '../operations/machinery/caller.js'
import type { OperationContext } from '../operations/machinery/operation-context.js'
import type { ResourceTemplate } from './resource.js'

/** COM3: whose resources are visible: the process's own session, or every session of the caller's key. */
export interface Visibility {
  /** The caller for addresses that name no session. */
  readonly caller: Caller
  readonly callers: readonly Caller[]
  isVisible(memory: Pick<StoredMemory, 'session' | 'project'>): boolean
  /** Whether a resource that names the memory's session shows it. */
  isVisibleByName(memory: Pick<StoredMemory, 'session' | 'project'>): boolean
  /** The caller who sees this address; undefined if none does. */
  callerFor(resource: ResourceTemplate, value: string): Caller | undefined
  /** The error for an address outside the key's sessions. */
  refusal(value: string): WorldWeaverError | undefined
}

export function visibilityOf({ access, defaults }: Pick<OperationContext, 'access' | 'defaults'>): Visibility {
  const sessions = access?.sessions ?? [defaults.session]
  const callers = sessions.map((session_id) => identify({ session_id }, defaults))
  // As `session_filter`: a key that is bound to sessions names only these, any other caller all.
  const mayName = (session: string, caller: Caller) =>
    access?.sessions === undefined || [session, undefined].includes(scopeOf(caller).session)
  return {
    // A key is bound to at least one session.
    caller: callers[0]!,
    callers,
    isVisible: (memory) => callers.some((caller) => isVisible(memory, caller)),
    isVisibleByName: (memory) =>
      callers.some((caller) => mayName(memory.session, caller) && isVisible(memory, caller, memory.session)),
    callerFor: ({ namesSession }, value) =>
      namesSession === true ? callers.find((caller) => mayName(value, caller)) : callers[0],
    refusal: (value) => (access?.sessions === undefined ? undefined : outOfReach(value)),
  }
}
