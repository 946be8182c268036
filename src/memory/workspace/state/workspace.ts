import type { activationStates } from '../../import-export/memory-type.js'
import type { Json } from '../../memory.js'
import type { BroadcastRecord } from '../broadcast.js'
import type { BusResult } from '../bus/bus-result.js'
import type { LinkActivation } from '../competition/link-activation.js'
import type { Trace } from '../trace/trace.js'
import type { BufferEntry } from './buffer.js'
import type { Goal } from './goals.js'
import type { Eviction } from './inhibition.js'
import type { Loss } from './settling.js'
import type { Slot } from './slots.js'

export type ActivationState = (typeof activationStates)[number]

/** WSP2: the state of a session's workspace. Plain JSON, so that it survives a restart. */
export interface Workspace {
  readonly version: 1
  /** The number of cycles so far. */
  readonly cycle: number
  /** Active goals, oldest first. */
  readonly goals: readonly Goal[]
  /** Each slot keeps its place; null is an empty one. */
  readonly slots: readonly (Slot | null)[]
  readonly buffer: readonly BufferEntry[]
  /** WSP7: scores of the last competition, by id. */
  readonly levels: Readonly<Record<string, number>>
  /** WSP6: memories that links of occupants brought into the buffer after the last cycle. */
  readonly linkActivations: readonly LinkActivation[]
  readonly lastBroadcast: BroadcastRecord | null
  readonly lastBus: BusResult | null
  readonly lastTrace: Trace | null
  /** How often the bus accepted a key since the goal was set. */
  readonly repetitions: Readonly<Record<string, number>>
  /** GWT16: memories that were sent out, and stay out for a while. */
  readonly evictions: Readonly<Record<string, Eviction>>
  /** GWT10: memories that lost their slot to others while the goals were these. */
  readonly losses: Readonly<Record<string, Loss>>
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
  evictions: {},
  losses: {},
}

/** The stored state, or an empty one. */
export function toWorkspace(stored: Json | undefined): Workspace {
  if (stored === undefined || stored === null) return emptyWorkspace
  const version = typeof stored === 'object' && 'version' in stored ? stored.version : undefined
  if (version !== 1) throw new Error(`a workspace of version ${String(version)} cannot be read here`)
  // Only `fromWorkspace` writes this value; earlier versions of the program wrote fewer fields.
  return { ...emptyWorkspace, ...(stored as unknown as Workspace) }
}

/** The cast only adds the index signature that interfaces lack: the state is plain JSON. */
export const fromWorkspace = (workspace: Workspace): Json => workspace as unknown as Json

export function activationStateOf({ slots, buffer }: Workspace, id: string): ActivationState {
  if (slots.some((slot) => slot?.id === id)) return 'conscious'
  return buffer.some((entry) => entry.id === id) ? 'preconscious' : 'long_term'
}
