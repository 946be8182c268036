import { leaveBuffer } from './buffer.js'
import type { Workspace } from './workspace.js'

/** Removes memories from slots, buffer, levels and link activations, because they are no longer valid. */
export function dropFromWorkspace(workspace: Workspace, ids: ReadonlySet<string>): Workspace {
  if (ids.size === 0) return workspace
  return {
    ...leaveBuffer(workspace, ids),
    slots: workspace.slots.map((slot) => (slot !== null && ids.has(slot.id) ? null : slot)),
    levels: withoutKeys(workspace.levels, ids),
    evictions: withoutKeys(workspace.evictions, ids),
    losses: withoutKeys(workspace.losses, ids),
    linkActivations: workspace.linkActivations.filter(({ id, via }) => !ids.has(id) && !ids.has(via)),
  }
}

const withoutKeys = <Value>(record: Readonly<Record<string, Value>>, keys: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)))

/**
 * GWT15, OPS4: removes deleted memories from the workspace. The last broadcast lists the ids of all its memories, so it
 * is removed only if it lists one of them. Traces, goals set by a question, proposals and their keys may quote memories
 * without listing their ids, so they are always removed.
 */
export function forgetMemories(workspace: Workspace, ids: ReadonlySet<string>): Workspace {
  if (ids.size === 0) return workspace
  const { lastBroadcast } = workspace
  const named = [...(lastBroadcast?.items ?? []).map(({ id }) => id), ...(lastBroadcast?.evicted ?? [])]
  return {
    ...dropFromWorkspace(workspace, ids),
    lastBroadcast: named.some((id) => ids.has(id)) ? null : lastBroadcast,
    goals: workspace.goals.filter(({ origin }) => origin !== 'attend'),
    lastBus: null,
    lastTrace: null,
    repetitions: {},
  }
}
