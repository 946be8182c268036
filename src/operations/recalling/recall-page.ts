import { gradeOfRecall } from '../../memory/activation/reinforcement.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { Ranked } from '../../memory/recall/rank.js'
import { orderInWindows, windowSize } from '../../memory/recall/windows.js'
import type { OperationContext } from '../operation-context.js'
import type { Found } from './find-memories.js'

export interface PageRequest {
  readonly offset: number
  readonly limit: number
  readonly minRelevance: number
  /** The door's own formula: orders within windows of ten (EPI3). Absent: relevance alone decides. */
  readonly score?: (ranked: Ranked) => number
}

interface RecalledMemory {
  readonly memory: StoredMemory
  readonly relevance: number
  /** From 0, over all pages. */
  readonly rank: number
}

export interface RecalledPage {
  readonly total: number
  readonly totalIsLowerBound: boolean
  readonly recalled: readonly RecalledMemory[]
}

/** One page of what was found: the ranked, then the rest by time, so that pages never overlap or skip (REC7). */
export async function recallPage(
  found: Found,
  { offset, limit, minRelevance, score }: PageRequest,
  { memories }: OperationContext,
): Promise<RecalledPage> {
  const relevant = found.ranking.ranked.filter(({ relevance }) => relevance >= minRelevance)
  const page = score === undefined ? relevant.slice(offset, offset + limit) : windowed(relevant, offset, limit, score)
  const stored = await memories.get(
    page.map(({ candidate }) => candidate.id),
    found.filter.knownAt,
  )
  const recalled = page.flatMap(({ relevance }, index): RecalledMemory[] => {
    // Erased by another process since it was ranked.
    const memory = stored[index]
    return memory === undefined ? [] : [{ memory, relevance, rank: offset + index }]
  })
  if (minRelevance > 0) return { total: relevant.length, totalIsLowerBound: !found.isExhaustive, recalled }

  const missing = limit - page.length
  if (missing > 0 && !found.isExhaustive) {
    const skipped = Math.max(0, offset - relevant.length)
    const except = relevant.map(({ candidate }) => candidate.id)
    const rest = await memories.query(found.filter, { offset: skipped, limit: missing }, except)
    const first = relevant.length + skipped
    recalled.push(...rest.memories.map((memory, index) => ({ memory, relevance: 0, rank: first + index })))
  }
  return { total: found.total, totalIsLowerBound: false, recalled }
}

/** The page's own windows only: each is ordered for itself, and the formula is not free. */
function windowed(
  ranked: readonly Ranked[],
  offset: number,
  limit: number,
  score: (ranked: Ranked) => number,
): Ranked[] {
  const first = offset - (offset % windowSize)
  const last = Math.ceil((offset + limit) / windowSize) * windowSize
  const scored = ranked.slice(first, last).map((each) => ({ each, score: score(each) }))
  const ordered = orderInWindows(
    scored,
    (item) => item.score,
    (item) => item.each.candidate.id,
  )
  return ordered.slice(offset - first, offset - first + limit).map(({ each }) => each)
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
