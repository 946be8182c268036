import { z } from 'zod'
import { gradeOfRecall } from '../../memory/activation/reinforcement.js'
import type { StoredMemory } from '../../memory/memory.js'
import { fillerBound } from '../../memory/recall/constants.js'
import type { RankedMemories } from '../../memory/recall/ranking/rank-memories.js'
import { lowerInWindow, orderWindow, windowSize, windowsOf } from '../../memory/recall/ranking/windows.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { OperationContext, Using } from '../machinery/operation-context.js'
import type { Found } from './find-memories.js'
import { findReplacements, putPastFirst, type Replacements } from './past-memories.js'
import { needsReview, reviewed } from './review.js'

/** The result of a formula: at least the score that memories are ordered by. */
export interface Scored {
  readonly score: number
}

/** Which page, in the words of an operation's input. */
interface PageInput {
  readonly offset?: number
  readonly limit: number
  readonly min_relevance?: number | null
  /** REC20: leaves out what is under the bound of filler, and counts it. */
  readonly leavesOutFiller?: boolean
}

/** An operation's own formula; it orders memories within windows (EPI3). */
export type Formula<Score extends Scored> = (
  found: readonly FoundMemory[],
) => Promise<readonly Score[]> | readonly Score[]

/** How an operation orders what was found. */
export interface Ordering<Score extends Scored> {
  readonly score: Formula<Score>
  /** Memories stay in the order of the ranking: the score is only shown. */
  readonly keepsRanking?: boolean
  /** REC16: whether a later memory may have replaced an earlier one on the same subject. By default it may. */
  readonly replacesOlder?: boolean
  /** Memories in a window (EPI3), in place of the page's limit; then weak ones share it with the others. */
  readonly window?: number
}

/** The front door's order. */
export const byRelevance: Ordering<Scored> = {
  score: (found) => found.map(({ relevance }) => ({ score: relevance })),
  keepsRanking: true,
}

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
  /** How many memories were left out as filler; undefined where none are. */
  readonly leftOut?: number
  /** What took the place of the closed memories on this page; undefined where it was not looked up. */
  readonly replacements?: Replacements
  readonly recalled: readonly RecalledMemory<Score>[]
}

type ScoredMemory = FoundMemory & { readonly scored: Scored }
const scoreOf = ({ scored }: ScoredMemory): number => scored.score
const idOf = ({ memory }: ScoredMemory): string => memory.id
/** REC17, REC18: anything else already stands lower than its score says. */
const isStated = ({ memory }: ScoredMemory): boolean => memory.saidAs === null

/** Reads one page: the ranked memories, then the rest by time, so that pages neither overlap nor skip (REC7). */
export async function recallPage<Score extends Scored>(
  found: Found,
  { offset = 0, limit, min_relevance: minRelevance, leavesOutFiller = false }: PageInput,
  { score, keepsRanking = false, replacesOlder = true, window }: Ordering<Score>,
  context: Using<MemoryReader & MemoryGraph>,
): Promise<RecalledPage<Score>> {
  const { memories } = context
  const { ids, relevances, total, isExhaustive } = found.ranking
  const newer = replacesOlder ? found.ranking.newer : {}
  const hasBound = minRelevance != null && (leavesOutFiller || minRelevance > 0)
  const { relevant, others } = hasBound
    ? splitAtBound(found.ranking, minRelevance, {})
    : splitAtBound(found.ranking, fillerBound, newer)
  // REC1: a question without a content word is still answered, by vector and recency.
  const isVague = found.wordings.every((wording) => wording.isVague)
  const leavesOut = hasBound ? minRelevance > 0 : leavesOutFiller && !isVague
  const list = leavesOut ? relevant : [...relevant, ...others]
  async function scoreAll(found: readonly FoundMemory[]) {
    const scores = await score(found)
    // The new key goes first, here and in `recalled`: a key added after a spread makes V8 create a hidden class per
    // memory, which only a full garbage collection frees (`npm run bench:soak`).
    return found.map((each, index) => ({ scored: reviewed(scores[index], each.memory), ...each }))
  }

  // Only the windows of this page are read: each window is ordered by itself, and the formula costs time.
  const windows = windowsOf(
    window === undefined ? relevant.length : list.length,
    list.length,
    Math.min(windowSize, window ?? limit),
  ).filter(({ from, to }) => from < offset + limit && to > offset)
  const first = windows[0]?.from ?? 0
  const read = list.slice(first, windows.at(-1)?.to ?? 0)
  const stored = await memories.get(
    read.map((place) => ids[place]),
    found.filter.knownAt,
  )
  const scored = await scoreAll(
    read.flatMap((place, index) => {
      // Undefined: another process has erased it since it was ranked.
      const memory = stored[index]
      return memory === undefined ? [] : [{ memory, relevance: relevances[place] }]
    }),
  )
  const byId = new Map(scored.map((each) => [each.memory.id, each]))
  const replacements = found.filter.includePast ? await findReplacements(scored, memories) : undefined
  const before = replacements === undefined ? newer : putPastFirst(scored, replacements)
  const ordered = windows.flatMap(({ from, to }) => {
    const window = list.slice(from, to).flatMap((place) => byId.get(ids[place]) ?? [])
    return keepsRanking
      ? lowerInWindow(window, scoreOf, idOf, { lowered: needsReview, firm: isStated }, before)
      : orderWindow(window, scoreOf, idOf, before)
  })
  const ranked = ordered.slice(offset - first, offset - first + limit)
  const recalled = ranked.map((each, index) => ({ rank: offset + index, ...each }))
  if (leavesOut) {
    return hasBound
      ? { total: list.length, totalIsLowerBound: !isExhaustive, replacements, recalled }
      : { total: list.length, totalIsLowerBound: false, leftOut: total - list.length, replacements, recalled }
  }

  const missing = limit - Math.min(limit, Math.max(0, list.length - offset))
  if (missing > 0 && !isExhaustive) {
    const skipped = Math.max(0, offset - list.length)
    const rest = await memories.query(found.filter, { offset: skipped, limit: missing }, found.ranking.ids)
    const behind = await scoreAll(rest.memories.map((memory) => ({ memory, relevance: 0 })))
    recalled.push(...behind.map((each, index) => ({ rank: list.length + skipped + index, ...each })))
    // What stands behind the ranking may be closed, too.
    return { total, totalIsLowerBound: false, recalled }
  }
  return { total, totalIsLowerBound: false, replacements, recalled }
}

/**
 * The places in the ranking of what is relevant enough, with what may have replaced it (REC16: not below a bound that the
 * caller gave), and of the others. Places instead of objects: there are thousands.
 */
function splitAtBound({ ids, relevances }: RankedMemories, bound: number, newer: RankedMemories['newer']) {
  const isKept = new Uint8Array(relevances.length)
  for (let place = 0; place < relevances.length; place++) if (relevances[place] >= bound) isKept[place] = 1
  for (const [older, later] of Object.entries(newer)) {
    if (isKept[ids.indexOf(older)] === 1) for (const id of later) isKept[ids.indexOf(id)] = 1
  }
  const [relevant, others]: [number[], number[]] = [[], []]
  for (let place = 0; place < isKept.length; place++) {
    if (isKept[place] === 1) relevant.push(place)
    else others.push(place)
  }
  return { relevant, others }
}

/** ACT2, ACT5: the first relevant memories count as used, and as used together. */
export function noteRecall(
  found: Found,
  { recalled }: RecalledPage,
  { clock, noteUses }: Pick<OperationContext, 'clock' | 'noteUses'>,
): void {
  const at = clock.now()
  const { nothingRelevant } = found.ranking
  // EPI4: looking back at what is no longer true is no use of it.
  const current = recalled.filter(({ memory }) => memory.validTo === null)
  const uses = current.map(({ memory, relevance, rank }) => ({
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
  left_out: z.int().optional(),
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
    ...(page.leftOut === undefined ? {} : { left_out: page.leftOut }),
    nothing_relevant: found.ranking.nothingRelevant,
  }
}
