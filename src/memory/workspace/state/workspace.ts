import type { Json } from '../../memory.js'
import type { activationStates } from '../../moving/memory-type.js'
import type { BroadcastRecord } from '../broadcast.js'
import type { BusResult } from '../bus/bus-result.js'
import type { LinkActivation } from '../competition/link-activation.js'
import type { Trace } from '../trace/trace.js'
import type { BufferEntry } from './buffer.js'
import type { Goal } from './goals.js'
import type { Slot } from './slots.js'

export type ActivationState = (typeof activationStates)[number]

/** WSP2: what is in mind, per session. Plain JSON, so that a restart changes nothing. */
export interface Workspace {
  readonly version: 1
  /** Cycles so far. */
  readonly cycle: number
  /** Active ones, oldest first. */
  readonly goals: readonly Goal[]
  /** Each slot keeps its place; null is an empty one. */
  readonly slots: readonly (Slot | null)[]
  readonly buffer: readonly BufferEntry[]
  /** WSP7: of the last competition, by id. */
  readonly levels: Readonly<Record<string, number>>
  /** WSP6: what occupants brought to the buffer after the last cycle. */
  readonly linkActivations: readonly LinkActivation[]
  readonly lastBroadcast: BroadcastRecord | null
  readonly lastBus: BusResult | null
  readonly lastTrace: Trace | null
  /** How often the bus accepted a key since the goal was set. */
  readonly repetitions: Readonly<Record<string, number>>
}

export const slotCount = 7

export const emptyWorkspace: Workspace = {
  version: 1,
  cycle: 0,
  goals: [],
  slots: Array(slotCount).fill(null),
  buffer: [],
  levels: {},
  linkActivations: [],
  lastBroadcast: null,
  lastBus: null,
  lastTrace: null,
  repetitions: {},
}

/** The stored state; an empty one where none is stored. */
export function toWorkspace(stored: Json | undefined): Workspace {
  if (stored === undefined || stored === null) return emptyWorkspace
  const version = typeof stored === 'object' && 'version' in stored ? stored.version : undefined
  if (version !== 1) throw new Error(`a workspace of version ${String(version)} cannot be read here`)
  // Written by fromWorkspace alone.
  return stored as unknown as Workspace
}

/** The state as JSON. Interfaces have no index signature, which is all that sets them apart from it. */
export const fromWorkspace = (workspace: Workspace): Json => workspace as unknown as Json

export function activationStateOf({ slots, buffer }: Workspace, id: string): ActivationState {
  if (slots.some((slot) => slot?.id === id)) return 'conscious'
  return buffer.some((entry) => entry.id === id) ? 'preconscious' : 'long_term'
}
