import type { Edge } from '../memory.js'
import { dayMs } from '../time.js'

const learningRate = 0.1
const graceDays = 30
const dailyLoss = 0.01
const minWeight = 0.01

/** The part of an edge that a use changes, and when the edge began. */
type Association = Pick<Edge, 'weight' | 'validFrom' | 'coactivatedAt'>

/** w ← w + 0.1·(1 − w): Hebbian growth that slows down and never exceeds 1. */
export function strengthen(weight: number): number {
  return weight + learningRate * (1 - weight)
}

/** ACT2, as for memories: repeating a query is no evidence, so that an edge grows at most once a day. */
export function mayStrengthen({ coactivatedAt }: Association, at: number): boolean {
  return coactivatedAt === null || at - coactivatedAt >= dayMs
}

/**
 * The weight now. The stored weight is the one at the last use, and strengthening starts from `weightAt`. The loss, 1 %
 * a day after 30 days without use, is computed on read, so that decay needs no writes and is never applied twice.
 */
export function weightAt(edge: Association, now: number): number {
  return edge.weight * (1 - dailyLoss) ** daysOfDecay(edge, now)
}

/** A relation that was made with a low weight stays until it has decayed. */
export function isPruned(edge: Association, now: number): boolean {
  return daysOfDecay(edge, now) > 0 && weightAt(edge, now) < minWeight
}

function daysOfDecay({ coactivatedAt, validFrom }: Association, now: number): number {
  const idleDays = (now - (coactivatedAt ?? validFrom)) / dayMs
  return Math.max(0, idleDays - graceDays)
}
