import type { CandidateSet } from '../../../memory/recall/ranking/candidates.js'
import { type RankedMemories, type Retrievers, rankMemories } from '../../../memory/recall/ranking/rank-memories.js'
import { findReplaced, type Replaced } from '../../../memory/recall/ranking/replaced.js'
import type { CandidateRequest, RankRequest, ReplacedRequest } from '../../../ports/store/search.js'
import type { Database } from '../connection/database.js'
import { Parameters } from '../connection/parameters.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { ServerStatistics } from '../schema/server-statistics.js'
import { findByAnswerVector, findByAnswerWords } from './answer-retriever.js'
import { readCandidates } from './candidate-reader.js'
import { type Collection, readCollection } from './collection-statistics.js'
import { toCondition } from './filter-sql.js'
import type { FilteredCountCache } from './filtered-count-cache.js'
import type { FilteredRows, FoundRow } from './filtered-rows.js'
import { readMemoryVectors } from './memory-vectors.js'
import {
  type Places,
  placesAround,
  placesOfAll,
  placesOfOthers,
  readMembers,
  type SceneMembers,
} from './scene-members.js'
import { findByWords } from './text-retriever.js'
import type { VectorIndex } from './vector-index.js'
import { findNear } from './vector-retriever.js'

const selectTexts = prepared('texts', 'SELECT id, text FROM memories WHERE tenant_id = $1 AND id = ANY ($2::text[])')

/** The first search of a request, which later steps extend. */
interface FirstSearch {
  /** A second connection with the same snapshot. */
  readonly parallel: Sql
  readonly collection: Collection
  readonly members: SceneMembers
  readonly places: Places
  readonly set: CandidateSet
}

interface VectorIndexes {
  readonly texts: VectorIndex
  readonly answers: VectorIndex
}

/** Finds the candidates that the domain ranks (REC7). Every retriever applies the same filter before its limit. */
export class CandidateFinder {
  readonly #database: Pick<Database, 'snapshot'>
  readonly #totals: FilteredCountCache
  readonly #indexes: VectorIndexes
  readonly #statistics: ServerStatistics

  constructor(
    database: Pick<Database, 'snapshot'>,
    totals: FilteredCountCache,
    indexes: VectorIndexes,
    statistics: ServerStatistics,
  ) {
    this.#database = database
    this.#totals = totals
    this.#indexes = indexes
    this.#statistics = statistics
  }

  rank(request: RankRequest): Promise<RankedMemories> {
    return this.#database.snapshot((sql, parallel) => rankMemories(request.by, this.retrievers(sql, parallel, request)))
  }

  replaced(request: ReplacedRequest): Promise<readonly Replaced[]> {
    return this.#database.snapshot(async (sql, parallel) =>
      findReplaced(request.by, await this.retrievers(sql, parallel, request).find()),
    )
  }

  /** Ranking calls these one after the other. */
  retrievers(sql: Sql, openParallel: () => Promise<Sql>, request: CandidateRequest): Retrievers {
    let first: FirstSearch | undefined
    return {
      find: async () => {
        first = await this.#search(sql, openParallel, request)
        return first.set
      },
      scenes: async (scenes) => {
        if (first === undefined) return []
        const { parallel, collection, members, places } = first
        return readCandidates(sql, parallel, request, collection, placesOfOthers(scenes, members, places))
      },
      texts: async (ids) => {
        const found = await sql.all<{ id: string; text: string }>(selectTexts, ids)
        const texts = new Map(found.map(({ id, text }) => [id, text]))
        return ids.map((id) => texts.get(id))
      },
      vectors: (ids) => readMemoryVectors(sql, ids, first?.collection.model),
    }
  }

  async #search(sql: Sql, openParallel: () => Promise<Sql>, request: CandidateRequest): Promise<FirstSearch> {
    const { filter } = request
    const [collection, condition] = await Promise.all([readCollection(sql, request), toCondition(sql, filter)])
    const { newest, statistics } = collection
    this.#statistics.keepFresh(newest.row)
    const total = await this.#totals.count(sql, newest, filter, condition)
    const isExhaustive = total <= request.exhaustiveUpTo
    const parallel = isExhaustive ? Promise.resolve(sql) : openParallel()
    const found = isExhaustive
      ? []
      : await this.#find(sql, parallel, request, collection, { condition, total, documents: statistics.documents })
    const members = await readMembers(sql, condition, scenesOf(found))
    const places = isExhaustive ? await placesOfAll(sql, condition) : placesAround(found, members)
    const candidates = await readCandidates(sql, await parallel, request, collection, places)
    const set = { total, isExhaustive, statistics, candidates }
    return { parallel: await parallel, collection, members, places, set }
  }

  async #find(
    sql: Sql,
    parallel: Promise<Sql>,
    { vectors, perRetriever: limit, answerShare = 1, newest: maxNewest }: CandidateRequest,
    { model, terms, hashes, statistics, newest }: Collection,
    filtered: FilteredRows,
  ): Promise<FoundRow[]> {
    const ofAnswers = Math.ceil(limit * answerShare)
    const compared = model === undefined ? [] : vectors.map(({ values }) => ({ vector: values, model, limit }))
    const segmentsOf = (index: VectorIndex) =>
      compared.length === 0 || model === undefined ? [] : index.segments(sql, model, newest.row)
    const [segments, answerSegments] = await Promise.all([
      segmentsOf(this.#indexes.texts),
      segmentsOf(this.#indexes.answers),
    ])
    // Pipelined; the vector searches, which take longest, run on the parallel connection.
    const found = await Promise.all([
      ...compared.flatMap((each) => [
        parallel.then((other) => findNear(other, each, filtered, segments)),
        parallel.then((other) =>
          findByAnswerVector(other, statistics.answers, { ...each, limit: ofAnswers }, filtered, answerSegments),
        ),
      ]),
      findByWords(sql, statistics, terms, limit, filtered),
      findByAnswerWords(sql, statistics.answers, hashes, ofAnswers, filtered),
      findNewest(sql, maxNewest, filtered),
    ])
    return [...new Map(found.flat().map((each) => [each.row, each])).values()]
  }
}

/** Memories outside scenes have scene 0. */
const scenesOf = (found: readonly FoundRow[]): readonly number[] => [
  ...new Set(found.map(({ scene }) => scene).filter((scene) => scene > 0)),
]

async function findNewest(sql: Sql, limit: number, { condition }: FilteredRows): Promise<FoundRow[]> {
  if (limit === 0) return []
  const parameters = new Parameters()
  const text = `SELECT memories.row, memories.scene FROM memories WHERE memories.tenant_id = $1 AND ${condition(parameters)}
    ORDER BY memories.happened_at DESC, memories.row DESC LIMIT ${limit}`
  return sql.all<FoundRow>(text, ...parameters.values)
}
