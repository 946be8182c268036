import { z } from 'zod'
import { gradeOfRecall } from '../../memory/activation/reinforcement.js'
import type { StoredMemory } from '../../memory/memory.js'
import { bestOf, type RankedMemories } from '../../memory/recall/ranking/rank-memories.js'
import { orderInWindows, windowSize } from '../../memory/recall/ranking/windows.js'
import type { OperationContext } from '../machinery/operation-context.js'
import type { Found } from './find-memories.js'
import { reviewed } from './review.js'

/** The result of a formula: at least the score that memories are ordered by. */
export interface Scored {
  readonly score: number
}

/** Which page, in the words of an operation's input. */
interface PageInput {
  readonly offset?: number
  readonly limit: number
  readonly min_relevance?: number
}

/** An operation's own formula; it orders memories within windows of ten (EPI3). */
export type Formula<Score extends Scored> = (
  found: readonly FoundMemory[],
) => Promise<readonly Score[]> | readonly Score[]

export interface FoundMemory {
  readonly memory: StoredMemory
  readonly relevance: number
}

export interface RecalledMemory<Score extends Scored> extends FoundMemory {
  /** From 0, over all pages. */
  readonly rank: number
  readonly scored: Score
}

export interface RecalledPage<Score extends Scored = Scored> {
  readonly total: number
  readonly totalIsLowerBound: boolean
  readonly recalled: readonly RecalledMemory<Score>[]
}

/** Reads one page: the ranked memories, then the rest by time, so that pages neither overlap nor skip (REC7). */
export async function recallPage<Score extends Scored>(
  found: Found,
  { offset = 0, limit, min_relevance: minRelevance = 0 }: PageInput,
  score: Formula<Score>,
  { memories }: OperationContext,
): Promise<RecalledPage<Score>> {
  const { total, isExhaustive } = found.ranking
  const relevant = minRelevance > 0 ? countAbove(minRelevance, found.ranking) : found.ranking.ids.length
  async function scoreAll(found: readonly FoundMemory[]) {
    const scores = await score(found)
    // The new key goes first, here and in `recalled`: a key added after a spread makes V8 create a hidden class per
    // memory, which only a full garbage collection frees (`npm run bench:soak`).
    return found.map((each, index) => ({ scored: reviewed(scores[index], each.memory), ...each }))
  }

  // Only the windows of this page are read: each window is ordered by itself, and the formula costs time.
  const first = offset - (offset % windowSize)
  const end = Math.min(relevant, Math.ceil((offset + limit) / windowSize) * windowSize)
  const windows = bestOf(found.ranking, end).slice(first)
  const ids = windows.map(({ id }) => id)
  const stored = await memories.get(ids, found.filter.knownAt)
  const present = windows.flatMap(({ relevance }, index) => {
    // Undefined: another process has erased it since it was ranked.
    const memory = stored[index]
    return memory === undefined ? [] : [{ memory, relevance }]
  })
  const ordered = orderInWindows(
    await scoreAll(present),
    ({ scored }) => scored.score,
    ({ memory }) => memory.id,
  )
  const ranked = ordered.slice(offset - first, offset - first + limit)
  const recalled = ranked.map((each, index) => ({ rank: offset + index, ...each }))
  if (minRelevance > 0) return { total: relevant, totalIsLowerBound: !isExhaustive, recalled }

  const missing = limit - Math.min(limit, Math.max(0, relevant - offset))
  if (missing > 0 && !isExhaustive) {
    const skipped = Math.max(0, offset - relevant)
    const rest = await memories.query(found.filter, { offset: skipped, limit: missing }, found.ranking.ids)
    const behind = await scoreAll(rest.memories.map((memory) => ({ memory, relevance: 0 })))
    recalled.push(...behind.map((each, index) => ({ rank: relevant + skipped + index, ...each })))
  }
  return { total, totalIsLowerBound: false, recalled }
}

/** The relevances are in descending order. */
const countAbove = (minRelevance: number, { relevances }: RankedMemories): number => {
  const below = relevances.findIndex((relevance) => relevance < minRelevance)
  return below === -1 ? relevances.length : below
}

/** ACT2, ACT5: the first relevant memories count as used, and as used together. */
export function noteRecall(found: Found, { recalled }: RecalledPage, { clock, noteUses }: OperationContext): void {
  const at = clock.now()
  const { nothingRelevant } = found.ranking
  const uses = recalled.map(({ memory, relevance, rank }) => ({
    id: memory.id,
    at,
    grade: gradeOfRecall({ rank, relevance, nothingRelevant }),
  }))
  const coactive = uses.filter(({ grade }) => grade === 'good').map(({ id }) => id)
  noteUses(uses, coactive.length > 1 ? [{ ids: coactive, at }] : [])
}

/** What every recall reports about its page (COM9, REC14). */
export const pageFields = {
  query: z.string(),
  count: z.int(),
  total: z.int(),
  total_is_lower_bound: z.literal(true).optional(),
  offset: z.int(),
  limit: z.int(),
  has_more: z.boolean(),
  nothing_relevant: z.boolean(),
}

/** `count` is the number of items in the answer: a small budget may leave some of the page out. */
export function toPage(
  { query, offset = 0, limit }: PageInput & { readonly query: string },
  found: Found,
  page: RecalledPage,
  count: number,
) {
  return {
    query,
    count,
    total: page.total,
    ...(page.totalIsLowerBound ? { total_is_lower_bound: true as const } : {}),
    offset,
    limit,
    has_more: offset + count < page.total,
    nothing_relevant: found.ranking.nothingRelevant,
  }
}
