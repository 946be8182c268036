import type { CompetitionResult } from '../competition/compete.js'
import { enterBuffer, leaveBuffer } from './buffer.js'
import { inhibit, stillInhibited, withoutInhibition } from './inhibition.js'
import { recordLosses } from './settling.js'
import type { Workspace } from './workspace.js'

export interface Slot {
  readonly id: string
  /** The score of the last competition that it won. */
  readonly level: number
  readonly admittedAt: number
}

/** After a competition: occupants that stay keep their slot, newcomers fill the free ones, evicted ones enter the buffer. */
export function assignSlots(workspace: Workspace, result: CompetitionResult, now: number): Workspace {
  const winners = new Set(result.winners)
  const levelOf = (id: string) => result.all_scores[id] ?? 0
  const staying = workspace.slots.map((slot) =>
    slot !== null && winners.has(slot.id) ? { ...slot, level: levelOf(slot.id) } : null,
  )
  const occupied = new Set(staying.map((slot) => slot?.id))
  const arriving = result.winners
    .filter((id) => !occupied.has(id))
    .map((id): Slot => ({ id, level: levelOf(id), admittedAt: now }))
  const slots = staying.map((slot) => slot ?? arriving.shift() ?? null)
  const displaced = result.would_evict.map((id) => ({ id, activation: levelOf(id) }))
  const losses = recordLosses(workspace.losses, result, now)
  const broadcast = { ...workspace, cycle: workspace.cycle + 1 }
  const next = { ...broadcast, slots, levels: result.all_scores, losses, evictions: stillInhibited(broadcast) }
  return enterBuffer(leaveBuffer(withNewActivations(next), winners), displaced, now)
}

/** Updates the activations of the buffer with the scores of the competition. */
function withNewActivations(workspace: Workspace): Workspace {
  const buffer = workspace.buffer.map((entry) => ({
    ...entry,
    activation: workspace.levels[entry.id] ?? entry.activation,
  }))
  return { ...workspace, buffer }
}

interface Entering extends Pick<Slot, 'id' | 'level'> {
  /** Memories whose text says the same. */
  readonly sameAs: readonly string[]
}

/**
 * Puts a memory into a free slot, else into that of the weakest occupant if it is stronger, else into the buffer. One
 * that says the same as an occupant gets that occupant's slot or none (WSP4).
 */
export function admit(workspace: Workspace, { id, level, sameAs }: Entering, now: number): Workspace {
  const rivals = workspace.slots.flatMap((slot) => (slot !== null && sameAs.includes(slot.id) ? [slot] : []))
  const isWeaker = rivals.some((rival) => rival.level >= level)
  const left = isWeaker ? workspace : rivals.reduce((each, rival) => moveOut(each, rival, now), workspace)
  const place = isWeaker ? undefined : placeFor(left, id, level)
  if (place === undefined) return enterBuffer(left, [{ id, activation: level }], now)
  const before = left.slots[place]
  const slot: Slot = { id, level, admittedAt: before?.id === id ? before.admittedAt : now }
  const admitted = withoutInhibition({ ...left, slots: left.slots.with(place, slot) }, id)
  const seated = leaveBuffer(admitted, new Set([id]))
  const isDisplaced = before !== null && before.id !== id
  return isDisplaced ? enterBuffer(seated, [{ id: before.id, activation: before.level }], now) : seated
}

function placeFor({ slots }: Workspace, id: string, level: number): number | undefined {
  const own = slots.findIndex((slot) => slot?.id === id)
  if (own >= 0) return own
  const free = slots.indexOf(null)
  if (free >= 0) return free
  const weakest = slots.reduce((least, slot, at) => {
    const other = slots[least]
    // Among equals, the one admitted last is displaced.
    const order = (slot?.level ?? 0) - (other?.level ?? 0) || (other?.admittedAt ?? 0) - (slot?.admittedAt ?? 0)
    return order < 0 ? at : least
  }, 0)
  return (slots[weakest]?.level ?? 0) < level ? weakest : undefined
}

/** GWT16: moves a memory from its slot into the buffer, for a while; a memory without a slot stays where it is. */
export function evict(workspace: Workspace, id: string, now: number): Workspace {
  const slot = workspace.slots.find((each) => each?.id === id)
  return slot === undefined || slot === null ? workspace : inhibit(moveOut(workspace, slot, now), id)
}

/** GWT15, scope `workspace`: moves all occupants into the buffer. */
export function evictAll(workspace: Workspace, now: number): Workspace {
  return workspace.slots.reduce((left, slot) => (slot === null ? left : moveOut(left, slot, now)), workspace)
}

function moveOut(workspace: Workspace, { id, level }: Slot, now: number): Workspace {
  const slots = workspace.slots.map((each) => (each?.id === id ? null : each))
  return enterBuffer({ ...workspace, slots }, [{ id, activation: level }], now)
}

export const occupantIds = ({ slots }: Workspace): readonly string[] => slots.flatMap((slot) => slot?.id ?? [])
