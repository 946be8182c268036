import type { Edge } from '../memory.js'
import { dayMs } from '../time.js'

const learningRate = 0.1
const graceDays = 30
const dailyLoss = 0.01
const leastWeight = 0.01

/** The part of an edge that use changes, and since when it can have been used. */
type Association = Pick<Edge, 'weight' | 'validFrom' | 'coactivatedAt'>

/** w ← w + 0.1·(1 − w): what is used together grows together, ever more slowly, never above 1. */
export function strengthen(weight: number): number {
  return weight + learningRate * (1 - weight)
}

/** ACT2's guard, as for memories: repeating a query is no evidence, so an edge grows at most once a day. */
export function mayStrengthen({ coactivatedAt }: Association, at: number): boolean {
  return coactivatedAt === null || at - coactivatedAt >= dayMs
}

/**
 * The kept weight is the one at the last use: strengthening starts from `weightAt`. The loss, 1 % a day after 30 days
 * without use, is computed when it is read, so that fading needs no writes and nothing can apply it twice.
 */
export function weightAt(edge: Association, now: number): number {
  const idleDays = (now - (edge.coactivatedAt ?? edge.validFrom)) / dayMs
  return edge.weight * (1 - dailyLoss) ** Math.max(0, idleDays - graceDays)
}

export function isPruned(edge: Association, now: number): boolean {
  return weightAt(edge, now) < leastWeight
}
