import type { WorldWeaverError } from '../errors.js'
import type { StoredMemory } from '../memory/memory.js'
import { outOfReach } from '../operations/authorise.js'
import { type Caller, identify, isInSight } from '../operations/caller.js'
import type { OperationContext } from '../operations/operation-context.js'
import type { ResourceTemplate } from './resource.js'

/** COM3: as whom resources are looked at: the process's own session, or each that the caller's key is bound to. */
export interface Sight {
  /** Whose resources are shown where the address names no session. */
  readonly caller: Caller
  readonly callers: readonly Caller[]
  sees(memory: Pick<StoredMemory, 'session' | 'project'>): boolean
  /** As whom this address is seen; undefined where nobody sees it. */
  callerFor(resource: ResourceTemplate, value: string): Caller | undefined
  /** Why an address is not shown, if that is the key's doing. */
  refusal(value: string): WorldWeaverError | undefined
}

export function sightOf({ access, defaults }: Pick<OperationContext, 'access' | 'defaults'>): Sight {
  const sessions = access?.sessions ?? [defaults.session]
  const callers = sessions.map((session_id) => identify({ session_id }, defaults))
  return {
    // A key is bound to one session at least.
    caller: callers[0]!,
    callers,
    sees: (memory) => callers.some((caller) => isInSight(memory, caller)),
    callerFor: ({ isInSight: shows = () => true }, value) => callers.find((caller) => shows(value, caller)),
    refusal: (value) => (access?.sessions === undefined ? undefined : outOfReach(value)),
  }
}
