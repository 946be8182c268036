import type { Json } from '../../memory.js'
import { forgetMemories } from './forgetting.js'
import { emptyWorkspace, fromWorkspace, toWorkspace, type Workspace } from './workspace.js'

/** Every name of a stored workspace begins so. */
export const workspacePrefix = 'workspace '

/** WSP2: one per session, and per project in it: what one project has in mind is none of another's (COM13). */
export const workspaceName = (session: string, project: string | null): string =>
  workspacePrefix + JSON.stringify([session, project])

/** A workspace with the number that tells whether somebody has changed it since. */
export interface StoredWorkspace {
  readonly revision: number | null
  readonly workspace: Workspace
}

export function readStored(stored: Json | undefined): StoredWorkspace {
  if (stored === undefined || stored === null) return { revision: null, workspace: emptyWorkspace }
  // Written by `toStored` alone.
  const { revision, workspace } = stored as { revision: number; workspace: Json }
  return { revision, workspace: toWorkspace(workspace) }
}

export const toStored = (before: number | null, workspace: Workspace): Json => ({
  revision: (before ?? 0) + 1,
  workspace: fromWorkspace(workspace),
})

/** OPS4, GWT15: without these memories and all that may quote them. */
export function forgetInStored(stored: Json, ids: ReadonlySet<string>): Json {
  const { revision, workspace } = readStored(stored)
  return toStored(revision, forgetMemories(workspace, ids))
}

/** Nothing that anybody would miss. */
export function isEmptyMind(stored: Json): boolean {
  const { goals, slots, buffer } = readStored(stored).workspace
  return goals.length === 0 && buffer.length === 0 && slots.every((slot) => slot === null)
}
