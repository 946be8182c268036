import { context, notes } from '../constants.js'
import type { Query } from '../query/query.js'
import { saturate } from './bm25.js'
import type { Candidate } from './candidates.js'
import type { Similarities, WordingSimilarities } from './similarity.js'

/** The members of a scene as indexes into the candidates, earliest first. */
export type Scene = readonly number[]

/** What the context in its scene adds to each candidate, by its index. */
export interface Contexts {
  readonly previous: Float64Array
  readonly next: Float64Array
  readonly answer: Float64Array
  readonly exchange: Float64Array
  readonly coverage: Float64Array
  readonly shared: Float64Array
  readonly repeated: Float64Array
  readonly scene: Float64Array
  readonly sceneLexical: Float64Array
}

/** Groups the candidates by scene; a memory without a scene is a scene of one. */
export function scenesOf(candidates: readonly Candidate[]): readonly Scene[] {
  const byScene = new Map<number, number[]>()
  const alone: Scene[] = []
  candidates.forEach(({ scene }, at) => {
    const members = byScene.get(scene)
    if (scene === 0) alone.push([at])
    else if (members === undefined) byScene.set(scene, [at])
    else members.push(at)
  })
  for (const members of byScene.values()) members.sort((a, b) => candidates[a].order - candidates[b].order)
  return [...byScene.values(), ...alone]
}

/**
 * The mean of the three best similarities, or of fewer. Uses insertion, since sorting every scene costs more than scoring
 * it (`npm run bench:speed`). `best` is a buffer that is overwritten.
 */
function meanOfBest(scene: Scene, similarity: Float64Array, best: Float64Array): number {
  best.fill(0)
  for (const at of scene) {
    let value = similarity[at]
    for (let place = 0; place < best.length; place++) {
      if (value <= best[place]) continue
      const worse = best[place]
      best[place] = value
      value = worse
    }
  }
  let sum = 0
  for (const value of best) sum += value
  return sum / Math.min(scene.length, context.sceneBest)
}

/** BM25 of the scene's joined text with memory-level idf; its length is relative to a typical scene. */
function lexicalOfScene(
  scene: Scene,
  query: Query,
  { lexical, wordings: [{ wordWeights }] }: Similarities,
  candidates: readonly Candidate[],
): number {
  // Members without any of the words only add length.
  const matching = scene.filter((at) => lexical[at] > 0)
  if (matching.length === 0) return 0
  let length = 0
  for (const at of scene) length += candidates[at].length
  let sum = 0
  query.words.forEach(({ terms }, word) => {
    let max = 0
    for (const term of terms) {
      let count = 0
      for (const at of matching) count += candidates[at].termCount(term)
      max = Math.max(max, count)
    }
    sum += wordWeights.weights[word] * saturate(max, length, wordWeights.averageLength * context.sceneSize)
  })
  return sum
}

/**
 * Σ idf·cover / Σ idf, where a word that only a neighbour covers counts less: an answer often omits what the question
 * before it said.
 */
function coverageWithNeighbours(
  at: number,
  { secondBefore, previous, next }: Neighbours,
  { wordWeights: { weights, total }, covers }: WordingSimilarities,
): number {
  const width = weights.length
  if (total === 0) return 0
  let sum = 0
  for (let word = 0; word < width; word++) {
    let cover = covers[at * width + word]
    if (previous !== undefined) cover = Math.max(cover, context.coveredByPrevious * covers[previous * width + word])
    if (secondBefore !== undefined) {
      cover = Math.max(cover, context.coveredBySecondBefore * covers[secondBefore * width + word])
    }
    if (next !== undefined) cover = Math.max(cover, context.coveredByNext * covers[next * width + word])
    sum += weights[word] * cover
  }
  return sum / total
}

/** Of the wording that is covered best. */
function bestCoverage(at: number, neighbours: Neighbours, wordings: readonly WordingSimilarities[]): number {
  let best = 0
  for (const wording of wordings) best = Math.max(best, coverageWithNeighbours(at, neighbours, wording))
  return best
}

const alone: Neighbours = { secondBefore: undefined, previous: undefined, next: undefined }

/** The neighbours of a memory in its scene, as indexes into the candidates. */
interface Neighbours {
  readonly secondBefore: number | undefined
  readonly previous: number | undefined
  readonly next: number | undefined
}

/** `other` if it is adjacent in the scene. Orders have no gaps: a larger difference means that a member is no candidate. */
function neighbour(candidates: readonly Candidate[], at: number, other: number | undefined): number | undefined {
  if (other === undefined) return undefined
  return Math.abs(candidates[at].order - candidates[other].order) === 1 ? other : undefined
}

/** REC15: only the members of a conversation lend each other their scores; a note gets those of the question before it. */
export function scoreContexts(
  query: Query,
  candidates: readonly Candidate[],
  scenes: readonly Scene[],
  isNote: Uint8Array,
  similarities: Similarities,
): Contexts {
  const { total: similarity, wordings } = similarities
  const count = candidates.length
  const contexts: Contexts = {
    previous: new Float64Array(count),
    next: new Float64Array(count),
    answer: new Float64Array(count),
    exchange: new Float64Array(count),
    coverage: new Float64Array(count),
    shared: new Float64Array(count),
    repeated: new Float64Array(count),
    scene: new Float64Array(count),
    sceneLexical: new Float64Array(count),
  }
  const lexical = scenes.map((scene) =>
    isNote[scene[0]] === 1 ? 0 : lexicalOfScene(scene, query, similarities, candidates),
  )
  const bestLexical = lexical.reduce((best, value) => Math.max(best, value), 0)
  const buffer = new Float64Array(context.sceneBest)
  scenes.forEach((scene, place) => {
    if (isNote[scene[0]] === 1) {
      for (let position = 0; position < scene.length; position++) {
        const at = scene[position]
        contexts.coverage[at] = notes.coverage * bestCoverage(at, alone, wordings)
        contexts.shared[at] = notes.shared * similarities.shared[at]
        contexts.repeated[at] = notes.repeated * similarities.repeated[at]
        const previous = neighbour(candidates, at, scene[position - 1])
        if (previous !== undefined && candidates[previous].isQuestion)
          contexts.answer[at] = notes.answer * similarity[previous]
      }
      return
    }
    const sceneScore = context.scene * meanOfBest(scene, similarity, buffer)
    const sceneLexical = bestLexical > 0 ? (context.sceneLexical * lexical[place]) / bestLexical : 0
    for (let position = 0; position < scene.length; position++) {
      const at = scene[position]
      contexts.scene[at] = sceneScore
      contexts.sceneLexical[at] = sceneLexical
      const previous = neighbour(candidates, at, scene[position - 1])
      const next = neighbour(candidates, at, scene[position + 1])
      const secondBefore = previous === undefined ? undefined : neighbour(candidates, previous, scene[position - 2])
      contexts.coverage[at] = context.coverage * bestCoverage(at, { secondBefore, previous, next }, wordings)
      if (previous !== undefined) {
        contexts.previous[at] = context.previous * similarity[previous]
        if (candidates[previous].isQuestion) contexts.answer[at] = context.answer * similarity[previous]
      }
      if (secondBefore !== undefined) contexts.exchange[at] = context.exchange * similarity[secondBefore]
      if (next !== undefined) contexts.next[at] = context.next * similarity[next]
    }
  })
  return contexts
}
