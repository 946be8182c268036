import { invalid } from '../../errors.js'
import type { StoredMemory } from '../../memory/memory.js'
import { defaultSessionId } from '../../memory/session-id.js'
import type { MemoryFilter } from '../../ports/store/filter.js'

/** The session and project of a call; they decide which memories are visible. */
export interface Caller {
  readonly session: string
  /** Null: reads all projects, writes memories without a project. */
  readonly project: string | null
  /** The call said "*", which is for reading only. */
  readonly asksAllProjects: boolean
  /** Who makes the call without naming a session sees all: the session only says where a memory belongs. */
  readonly maySeeAllSessions?: boolean
}

interface Asked {
  readonly session_id?: string | null | undefined
  readonly project?: string | null | undefined
}

/** COM2, COM13: the call's own session and project, else the process's defaults. */
export function identify(
  asked: Asked,
  defaults: { readonly session: string; readonly project: string | null },
): Caller {
  const project = asked.project ?? defaults.project
  return {
    session: asked.session_id ?? defaults.session,
    project: project === '*' ? null : project,
    asksAllProjects: project === '*',
    maySeeAllSessions: defaults.session === defaultSessionId,
  }
}

/** COM3: the session of the filter, else the caller's own; session `default` sees all. */
export function scopeOf(caller: Caller, sessionFilter?: string | null): Pick<MemoryFilter, 'session' | 'project'> {
  const session = sessionFilter ?? (caller.session === defaultSessionId ? undefined : caller.session)
  return {
    ...(session === undefined ? {} : { session }),
    ...(caller.project === null ? {} : { project: caller.project }),
  }
}

export function isVisible(
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

/** The session and project that a write goes into. */
export function writeScope({ session, project, asksAllProjects }: Caller): { session: string; project: string | null } {
  if (asksAllProjects) throw invalid('project', 'project "*" is for reading; name the project to write into')
  return { session, project }
}
