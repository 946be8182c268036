import { leaveBuffer } from './buffer.js'
import type { Workspace } from './workspace.js'

/** Out of slots, buffer and levels, and not into long-term: what no longer holds is not to be thought of. */
export function dropFromMind(workspace: Workspace, ids: ReadonlySet<string>): Workspace {
  if (ids.size === 0) return workspace
  return {
    ...leaveBuffer(workspace, ids),
    slots: workspace.slots.map((slot) => (slot !== null && ids.has(slot.id) ? null : slot)),
    levels: Object.fromEntries(Object.entries(workspace.levels).filter(([id]) => !ids.has(id))),
    linkActivations: workspace.linkActivations.filter(({ id, via }) => !ids.has(id) && !ids.has(via)),
  }
}

/**
 * GWT15, OPS4: deleted memories leave the mind. The last broadcast names all that it tells of, so it goes when it names
 * one of them; traces, with the question that they and the last goal are about, proposals and their keys may quote what
 * they do not name, so they always go.
 */
export function forgetMemories(workspace: Workspace, ids: ReadonlySet<string>): Workspace {
  if (ids.size === 0) return workspace
  const { lastBroadcast } = workspace
  const named = [...(lastBroadcast?.items ?? []).map(({ id }) => id), ...(lastBroadcast?.evicted ?? [])]
  return {
    ...dropFromMind(workspace, ids),
    lastBroadcast: named.some((id) => ids.has(id)) ? null : lastBroadcast,
    goals: workspace.goals.filter(({ origin }) => origin !== 'attend'),
    lastBus: null,
    lastTrace: null,
    repetitions: {},
  }
}
