import { gradeOfRecall } from '../../memory/activation/reinforcement.js'
import type { StoredMemory } from '../../memory/memory.js'
import { bestOf, type RankedMemories } from '../../memory/recall/rank-memories.js'
import { orderInWindows, windowSize } from '../../memory/recall/windows.js'
import type { OperationContext } from '../operation-context.js'
import type { Found } from './find-memories.js'
import { reviewed } from './review.js'

/** What a door's formula gives: at least the score it orders by. */
interface Scored {
  readonly score: number
}

/** Which page, as an operation's input says it. */
interface AskedPage {
  readonly offset?: number
  readonly limit: number
  readonly min_relevance?: number
}

/** The door's own formula: orders within windows of ten (EPI3). */
type Formula<Score extends Scored> = (found: readonly FoundMemory[]) => Promise<readonly Score[]> | readonly Score[]

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

/** One page of what was found: the ranked, then the rest by time, so that pages never overlap or skip (REC7). */
export async function recallPage<Score extends Scored>(
  found: Found,
  { offset = 0, limit, min_relevance: minRelevance = 0 }: AskedPage,
  score: Formula<Score>,
  { memories }: OperationContext,
): Promise<RecalledPage<Score>> {
  const { total, isExhaustive } = found.ranking
  const relevant = minRelevance > 0 ? countAbove(minRelevance, found.ranking) : found.ranking.ids.length
  async function scoreAll(found: readonly FoundMemory[]) {
    const scores = await score(found)
    // The new key first: behind the others it would cost V8 a hidden class of its own for each memory, as garbage that
    // only a collection of the whole heap clears away. So in `recalled`, and wherever it is done for many.
    return found.map((each, index) => ({ scored: reviewed(scores[index], each.memory), ...each }))
  }

  // The page's own windows only: each is ordered for itself, and the formula is not free.
  const first = offset - (offset % windowSize)
  const end = Math.min(relevant, Math.ceil((offset + limit) / windowSize) * windowSize)
  const windows = bestOf(found.ranking, end).slice(first)
  const stored = await memories.get(
    windows.map(({ id }) => id),
    found.filter.knownAt,
  )
  const present = windows.flatMap(({ relevance }, index) => {
    // Undefined: erased by another process since it was ranked.
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

/** Best first: all that are as relevant stand at the beginning. */
const countAbove = (least: number, { relevances }: RankedMemories): number => {
  const below = relevances.findIndex((relevance) => relevance < least)
  return below === -1 ? relevances.length : below
}

/** ACT2, ACT5: what came first and was to the point counts as used, and as used together. */
export function noteRecall(found: Found, { recalled }: RecalledPage, { clock, noteUses }: OperationContext): void {
  const at = clock.now()
  const { nothingRelevant } = found.ranking
  const uses = recalled.map(({ memory, relevance, rank }) => ({
    id: memory.id,
    at,
    grade: gradeOfRecall({ rank, relevance, nothingRelevant }),
  }))
  const together = uses.filter(({ grade }) => grade === 'good').map(({ id }) => id)
  noteUses(uses, together.length > 1 ? [{ ids: together, at }] : [])
}
