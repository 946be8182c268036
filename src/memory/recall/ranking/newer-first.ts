import { newerTruth } from '../constants.js'
import type { Query } from '../query/query.js'
import { inverseNorm } from './cosine.js'
import { isEcho } from './echo.js'
import type { Ranked } from './rank.js'

/** A memory's text and the questions that it answers, as vectors of one model; null where there is none. */
export interface MemoryVectors {
  readonly text: Int8Array | null
  readonly answers: readonly Int8Array[]
}

export interface Arrangement {
  readonly ranked: readonly Ranked[]
  /** The ids of later memories that may have replaced the one with this id. */
  readonly newer: Readonly<Record<string, readonly string[]>>
}

/** When two memories are alike enough, and the later one bears enough on the question. */
interface LikenessBound {
  readonly minLikeness: number
  readonly minShare: number
}

interface VectorSource {
  vectors(ids: readonly string[]): readonly MemoryVectors[] | Promise<readonly MemoryVectors[]>
}

/**
 * REC16: a later memory on the same subject stands above an earlier one that it may have replaced. Two memories are on
 * the same subject when the questions that they answer are alike, or else their texts are, beyond what the other results
 * share, and both bear on the question. A question about the past keeps its order.
 */
export async function putNewerFirst(
  { aim, isVague }: Query,
  ranked: readonly Ranked[],
  source: VectorSource,
): Promise<Arrangement> {
  const pool = ranked
    .slice(0, newerTruth.pool)
    .filter(({ isNote, candidate }) => isNote && !isEcho(candidate) && candidate.contentTokens <= newerTruth.maxTokens)
  if (aim.past || isVague || pool.length < 2) return { ranked, newer: {} }
  const vectors = await source.vectors(pool.map(({ candidate }) => candidate.id))
  const places = new Map(pool.map(({ candidate }, place) => [candidate.id, place]))
  const likeness = new Likeness(vectors, aim.present ? newerTruth.textsNow : newerTruth.texts)

  const successorOf = (older: Ranked, placed: ReadonlySet<Ranked>): Ranked | undefined => {
    const from = places.get(older.candidate.id)
    if (from === undefined) return undefined
    let best: Ranked | undefined
    let most = 0
    pool.forEach((newer, to) => {
      if (placed.has(newer) || newer.candidate.happenedAt <= older.candidate.happenedAt) return
      const share = newer.score / older.score
      const excess = likeness.excess(from, to, share)
      if (excess > most) [best, most] = [newer, excess]
    })
    return best
  }

  const arranged: Ranked[] = []
  const placed = new Set<Ranked>()
  const newer: Record<string, string[]> = {}
  const place = (each: Ranked, depth: number): void => {
    if (placed.has(each)) return
    placed.add(each)
    const successor = depth < newerTruth.maxChain ? successorOf(each, placed) : undefined
    if (successor !== undefined) {
      place(successor, depth + 1)
      newer[each.candidate.id] = [successor.candidate.id]
    }
    arranged.push(each)
  }
  for (const each of ranked.slice(0, newerTruth.page)) place(each, 0)
  for (const each of ranked) if (!placed.has(each)) arranged.push(each)
  return { ranked: arranged, newer }
}

/** How alike pairs are beyond what the results are on average: in a language that the model hardly knows, all are alike. */
class Likeness {
  readonly #texts: readonly (Float32Array | undefined)[]
  readonly #answers: readonly (readonly Float32Array[])[]
  readonly #textSum: Float32Array
  readonly #answerSums = new Map<number, number>()
  readonly #boundOfTexts: LikenessBound

  constructor(vectors: readonly MemoryVectors[], boundOfTexts: LikenessBound) {
    this.#boundOfTexts = boundOfTexts
    this.#texts = vectors.map(({ text }) => (text === null ? undefined : toUnit(text)))
    this.#answers = vectors.map(({ answers }) => answers.map(toUnit))
    this.#textSum = sumOf(this.#texts)
  }

  /** By how much the pair exceeds the bound; at most 0 when the later one does not replace the earlier. */
  excess(earlier: number, later: number, shareOfScore: number): number {
    // Where both have answers, those tell; that the texts are alike adds false alarms.
    return this.#answers[earlier].length > 0 && this.#answers[later].length > 0
      ? this.#excessOfAnswers(earlier, later, shareOfScore)
      : this.#excessOfTexts(earlier, later, shareOfScore)
  }

  #excessOfAnswers(earlier: number, later: number, shareOfScore: number): number {
    const { minLikeness, minShare } = newerTruth.answers
    if (shareOfScore < minShare) return 0
    const likeness = best(this.#answers[earlier], this.#answers[later])
    // A mean can only lower it, so that most pairs need none.
    if (likeness <= minLikeness) return 0
    const mean = Math.max(this.#answerMean(earlier, likeness), this.#answerMean(later, likeness))
    return mean < 1 ? (likeness - mean) / (1 - mean) - minLikeness : 0
  }

  #excessOfTexts(earlier: number, later: number, shareOfScore: number): number {
    const { minLikeness, minShare } = this.#boundOfTexts
    const [first, second] = [this.#texts[earlier], this.#texts[later]]
    if (shareOfScore < minShare || first === undefined || second === undefined) return 0
    const likeness = dot(first, second)
    if (likeness <= minLikeness) return 0
    return likeness - Math.max(this.#textMean(first, likeness), this.#textMean(second, likeness)) - minLikeness
  }

  /** The mean cosine with the results besides the pair: one product with the sum of all. */
  #textMean(vector: Float32Array, ofPair: number): number {
    return meanOfOthers(dot(vector, this.#textSum) - 1 - ofPair, this.#texts.length)
  }

  #answerMean(which: number, ofPair: number): number {
    let sum = this.#answerSums.get(which)
    if (sum === undefined) {
      sum = 0
      for (let other = 0; other < this.#answers.length; other++) {
        if (other !== which) sum += best(this.#answers[which], this.#answers[other])
      }
      this.#answerSums.set(which, sum)
    }
    return meanOfOthers(sum - ofPair, this.#answers.length)
  }
}

/** 0 where there are no results besides the pair. */
const meanOfOthers = (sum: number, results: number): number => (results > 2 ? Math.max(0, sum / (results - 2)) : 0)

/** Once, so that a cosine is one sum: fifty results make thousands of pairs (`npm run bench:speed`). */
function toUnit(vector: Int8Array): Float32Array {
  const scale = inverseNorm(vector)
  const unit = new Float32Array(vector.length)
  for (let place = 0; place < vector.length; place++) unit[place] = vector[place] * scale
  return unit
}

function sumOf(vectors: readonly (Float32Array | undefined)[]): Float32Array {
  const sum = new Float32Array(vectors.find((vector) => vector !== undefined)?.length ?? 0)
  for (const vector of vectors) {
    if (vector !== undefined) for (let place = 0; place < sum.length; place++) sum[place] += vector[place]
  }
  return sum
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let place = 0; place < a.length; place++) sum += a[place] * b[place]
  return sum
}

function best(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  let most = 0
  for (const first of a) for (const second of b) most = Math.max(most, dot(first, second))
  return most
}
