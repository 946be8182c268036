import type { LinkActivation } from '../competition/link-activation.js'
import type { Workspace } from './workspace.js'

export interface BufferEntry {
  readonly id: string
  readonly activation: number
  readonly enteredAt: number
}

/** WSP2. */
export const bufferCapacity = 50

interface Entering {
  readonly id: string
  readonly activation: number
}

/** WSP2: the preconscious memories, most active first; those beyond the capacity return to long-term memory. */
export function enterBuffer(workspace: Workspace, entering: readonly Entering[], now: number): Workspace {
  const conscious = new Set(workspace.slots.map((slot) => slot?.id))
  const entries = new Map(workspace.buffer.map((entry) => [entry.id, entry]))
  for (const { id, activation } of entering) {
    if (conscious.has(id)) continue
    const before = entries.get(id)
    entries.set(id, {
      id,
      activation: Math.max(activation, before?.activation ?? 0),
      enteredAt: before?.enteredAt ?? now,
    })
  }
  return { ...workspace, buffer: [...entries.values()].sort(byActivation).slice(0, bufferCapacity) }
}

export function leaveBuffer(workspace: Workspace, ids: ReadonlySet<string>): Workspace {
  return { ...workspace, buffer: workspace.buffer.filter(({ id }) => !ids.has(id)) }
}

/** WSP6: after a cycle, linked memories enter the buffer for the next one. */
export function enterLinked(workspace: Workspace, activations: readonly LinkActivation[], now: number): Workspace {
  return { ...enterBuffer(workspace, activations, now), linkActivations: activations.slice(0, bufferCapacity) }
}

/** Most active first; ties by newest, then by id. */
function byActivation(a: BufferEntry, b: BufferEntry): number {
  return b.activation - a.activation || b.enteredAt - a.enteredAt || (a.id < b.id ? -1 : 1)
}
