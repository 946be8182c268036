import { leaveBuffer } from './buffer.js'
import type { Workspace } from './workspace.js'

/**
 * GWT15, OPS4: deleted memories leave slots, buffer and levels. The last broadcast names all that it quotes, so it goes
 * when it quotes one of them; traces, proposals and their keys may quote what they do not name, so they always go.
 */
export function forgetMemories(workspace: Workspace, ids: ReadonlySet<string>): Workspace {
  if (ids.size === 0) return workspace
  const { lastBroadcast } = workspace
  const isQuoted = lastBroadcast?.items.some(({ id }) => ids.has(id)) ?? false
  return {
    ...leaveBuffer(workspace, ids),
    slots: workspace.slots.map((slot) => (slot !== null && ids.has(slot.id) ? null : slot)),
    levels: Object.fromEntries(Object.entries(workspace.levels).filter(([id]) => !ids.has(id))),
    linkActivations: workspace.linkActivations.filter(({ id, via }) => !ids.has(id) && !ids.has(via)),
    lastBroadcast: isQuoted ? null : lastBroadcast,
    lastBus: null,
    lastTrace: null,
    repetitions: {},
  }
}
