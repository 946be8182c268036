import type { Json } from '../../memory.js'
import { forgetMemories } from './forgetting.js'
import { emptyWorkspace, fromWorkspace, toWorkspace, type Workspace } from './workspace.js'

/** The prefix of the name of every stored workspace. */
export const workspacePrefix = 'workspace '

/** WSP2: one workspace per session and project: projects do not see each other's workspace (COM13). */
export const workspaceName = (session: string, project: string | null): string =>
  workspacePrefix + JSON.stringify([session, project])

/** A workspace with its revision for compare-and-set; null when none is stored yet. */
export interface StoredWorkspace {
  readonly revision: number | null
  readonly workspace: Workspace
}

export function fromStored(stored: Json | undefined): StoredWorkspace {
  if (stored === undefined || stored === null) return { revision: null, workspace: emptyWorkspace }
  // Only `toStored` writes this value.
  const { revision, workspace } = stored as { revision: number; workspace: Json }
  return { revision, workspace: toWorkspace(workspace) }
}

export const toStored = (before: number | null, workspace: Workspace): Json => ({
  revision: (before ?? 0) + 1,
  workspace: fromWorkspace(workspace),
})

/** OPS4, GWT15: removes these memories and everything that may quote them. */
export function forgetInStored(stored: Json, ids: ReadonlySet<string>): Json {
  const { revision, workspace } = fromStored(stored)
  return toStored(revision, forgetMemories(workspace, ids))
}

/** A workspace without goals, slots and buffer can be deleted. */
export function isEmptyWorkspace(stored: Json): boolean {
  const { goals, slots, buffer } = fromStored(stored).workspace
  return goals.length === 0 && buffer.length === 0 && slots.every((slot) => slot === null)
}
