import type { Kind, Outcome } from '../../../memory/memory.js'
import type { Candidate, Comparable, TokenRun } from '../../../memory/recall/ranking/candidates.js'
import type { SaidAs } from '../../../memory/recall/text/sentence-mark.js'
import { flag, kindCode, outcomeCode, saidAsOf } from '../../relational/codes.js'
import { countTerms, type WantedTerms } from '../../relational/packing.js'
import type { Columns } from '../cache/columns.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { SceneShapes } from '../cache/scene-shapes.js'
import type { AnswerDocuments } from './answer-documents.js'

interface Rows {
  readonly rows: readonly number[]
  readonly passes: Uint8Array
  readonly wanted: WantedTerms
  /** How many terms the request has. */
  readonly terms: number
  /** By row, 0 where no term occurs; undefined when it is unknown. */
  readonly idfSums: Float32Array | undefined
  /** For each wording in the order of `rows`; NaN for a row without a vector. Empty without vectors to compare. */
  readonly cosines: readonly Float32Array[]
  readonly answers: AnswerDocuments
  readonly cache: MemoryCache
}

/** Wraps the rows for ranking; only the term counts of this request are computed, all else is read from the cache. */
export function candidatesOf({ rows, passes, wanted, terms, idfSums, cosines, answers, cache }: Rows): RowCandidate[] {
  const termCounts = new Uint16Array(rows.length * terms)
  const matching = new Uint8Array(rows.length)
  const { bytes } = cache.terms
  rows.forEach((row, index) => {
    if (idfSums !== undefined && idfSums[row] === 0) return
    const [from, to] = [cache.terms.start(row), cache.terms.end(row)]
    if (countTerms(bytes, from, to, wanted, termCounts, index * terms)) matching[index] = 1
  })
  const orders = sceneOrders(rows, passes, cache)
  const { columns, shapes } = cache
  const common: Common = { cache, columns, shapes, tokens: cache.tokens.words, termCounts, matching, terms, cosines }
  const own = answers.of(rows)
  return rows.map((row, index) => new RowCandidate(common, row, index, orders[index], own[index]))
}

interface Common {
  readonly cache: MemoryCache
  readonly columns: Columns
  readonly shapes: SceneShapes
  readonly tokens: Uint16Array
  readonly termCounts: Uint16Array
  /** 1 where a row has any of the terms. */
  readonly matching: Uint8Array
  readonly terms: number
  readonly cosines: readonly Float32Array[]
}

/** Reads the columns lazily: a recall creates thousands of candidates, and ranking reads few fields of most. */
export class RowCandidate implements Candidate {
  readonly id: string
  readonly order: number
  readonly row: number
  readonly answers: readonly Comparable[]
  private readonly common: Common
  private readonly index: number

  constructor(common: Common, row: number, index: number, order: number, answers: readonly Comparable[]) {
    this.common = common
    this.row = row
    this.index = index
    this.order = order
    this.answers = answers
    // Read at once: if the row is erased later, its id is gone.
    this.id = common.columns.ids[row]
  }

  get kind(): Kind {
    // A code that this version wrote or migrated; `fromCode` knows them all.
    return kindCode.fromCode(this.common.columns.kind[this.row])!
  }

  get outcome(): Outcome | null {
    return outcomeCode.fromCode(this.common.columns.outcome[this.row])
  }

  get speaker(): string | null {
    return this.common.cache.name(this.common.columns.speaker[this.row])
  }

  get isQuestion(): boolean {
    return (this.common.columns.flags[this.row] & flag.isQuestion) !== 0
  }

  get namesTime(): boolean {
    return (this.common.columns.flags[this.row] & flag.namesTime) !== 0
  }

  get saidAs(): SaidAs | null {
    return saidAsOf(this.common.columns.flags[this.row])
  }

  get happenedAt(): number {
    return this.common.columns.happenedAt[this.row]
  }

  get recordedAt(): number {
    return this.common.columns.recordedAt[this.row]
  }

  get importance(): number {
    return this.common.columns.importance[this.row]
  }

  get scene(): number {
    return this.common.columns.scene[this.row]
  }

  get isInConversation(): boolean {
    return this.common.shapes.isConversation(this.scene)
  }

  get length(): number {
    return this.common.columns.length[this.row]
  }

  get contentTokens(): number {
    return this.common.columns.contentTokens[this.row]
  }

  get tokens(): TokenRun {
    const { cache, tokens } = this.common
    return { pool: tokens, from: cache.tokens.start(this.row) >> 1, to: cache.tokens.end(this.row) >> 1 }
  }

  get hasTerms(): boolean {
    return this.common.matching[this.index] === 1
  }

  termCount(place: number): number {
    return this.common.termCounts[this.index * this.common.terms + place]
  }

  cosineWith(wording: number): number | null {
    const cosine = this.common.cosines[wording]?.[this.index] ?? Number.NaN
    return Number.isNaN(cosine) ? null : cosine
  }
}

/** By row, its known place plus one; all 0 between calls. Reused, since a map was slower than the walk (`npm run bench:speed`). */
let known = new Int32Array(0)

/** Each row's place among the members of its scene that pass the filter (REC6). */
function sceneOrders(rows: readonly number[], passes: Uint8Array, { columns }: MemoryCache): Float64Array {
  const { scene, previous, end } = columns
  const orders = new Float64Array(rows.length)
  if (known.length < end) known = new Int32Array(end * 2)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (scene[row] === 0) continue
    // Back to the scene's beginning, or to the nearest member whose place is known.
    let steps = 0
    let before = previous[row]
    while (before !== 0 && known[before] === 0) {
      steps += passes[before]
      before = previous[before]
    }
    orders[at] = steps + (before === 0 ? 0 : known[before] - 1 + passes[before])
    known[row] = orders[at] + 1
  }
  for (const row of rows) known[row] = 0
  return orders
}
