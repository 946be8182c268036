import { invalid } from '../errors.js'
import type { StoredMemory } from '../memory/memory.js'
import { defaultSessionId } from '../memory/session-id.js'
import type { MemoryFilter } from '../ports/memory-store.js'

/** Who asks, and what is therefore in sight. */
export interface Caller {
  readonly session: string
  /** Null sees all projects and writes into none. */
  readonly project: string | null
  /** Asked for with "*": to read, not to write. */
  readonly asksAllProjects: boolean
}

interface Asked {
  readonly session_id?: string | null | undefined
  readonly project?: string | null | undefined
}

/** COM2, COM13: what the call says, else how the process was started. */
export function identify(
  asked: Asked,
  defaults: { readonly session: string; readonly project: string | null },
): Caller {
  const wanted = asked.project ?? defaults.project
  return {
    session: asked.session_id ?? defaults.session,
    project: wanted === '*' ? null : wanted,
    asksAllProjects: wanted === '*',
  }
}

/** COM3: the asked session, else the caller's own; session `default` sees all. */
export function scopeOf(caller: Caller, sessionFilter?: string | null): Pick<MemoryFilter, 'session' | 'project'> {
  const session = sessionFilter ?? (caller.session === defaultSessionId ? undefined : caller.session)
  return {
    ...(session === undefined ? {} : { session }),
    ...(caller.project === null ? {} : { project: caller.project }),
  }
}

export function isInSight(
  memory: Pick<StoredMemory, 'session' | 'project'>,
  caller: Caller,
  sessionFilter?: string | null,
): boolean {
  const { session, project } = scopeOf(caller, sessionFilter)
  return (
    (session === undefined || memory.session === session) &&
    (project === undefined || memory.project === null || memory.project === project)
  )
}

/** Where a write goes. */
export function homeOf({ session, project, asksAllProjects }: Caller): { session: string; project: string | null } {
  if (asksAllProjects) throw invalid('project', 'project "*" is for reading; name the project to write into')
  return { session, project }
}
