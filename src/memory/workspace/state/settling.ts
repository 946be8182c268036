import type { CompetitionResult } from '../competition/compete.js'
import type { Workspace } from './workspace.js'

/** GWT10: that a memory lost its slot to others. */
export interface Loss {
  /** The highest score that it lost a slot with. */
  readonly score: number
  readonly at: number
}

/** A return must be worth this much more than the last stay, so that two memories cannot take turns for ever. */
const comebackMargin = 0.05
/** The oldest are dropped first. */
const maxLosses = 200

/**
 * GWT10: the score above which a memory that lost its slot may take one from an occupant. It may at once when it has been
 * used since. Every return raises the next threshold, and scores end at 1: without new goals, texts or uses the broadcasts
 * reach a fixed point.
 */
export function comebackAbove({ losses }: Workspace, id: string, lastUsedAt: number): number | undefined {
  const loss = losses[id]
  return loss === undefined || lastUsedAt > loss.at ? undefined : loss.score + comebackMargin
}

/** The losses after a competition. One that returned keeps what it returned with. */
export function recordLosses(
  losses: Workspace['losses'],
  { winners, would_evict, all_scores }: CompetitionResult,
  now: number,
): Workspace['losses'] {
  const returned = winners.filter((id) => losses[id] !== undefined)
  const entries = new Map(Object.entries(losses))
  for (const id of [...returned, ...would_evict]) {
    entries.set(id, { score: Math.max(losses[id]?.score ?? 0, all_scores[id] ?? 0), at: now })
  }
  const newestLast = [...entries].sort(([a, { at }], [b, other]) => at - other.at || (a < b ? -1 : 1))
  return Object.fromEntries(newestLast.slice(-maxLosses))
}
