import type { Candidate, CandidateSet } from '../../memory/recall/candidates.js'
import { type Legs, type RankedMemories, rankMemories } from '../../memory/recall/rank-memories.js'
import type { CandidateRequest, RankRequest } from '../../ports/memory-store.js'
import { readCandidates } from './candidate-reader.js'
import { type Collection, readCollection } from './collection.js'
import type { Database } from './database.js'
import { toCondition } from './filter-sql.js'
import { findByWords } from './lexical-leg.js'
import { Parameters } from './parameters.js'
import type { FoundRow, Passing } from './passing.js'
import type { PassingTotals } from './passing-totals.js'
import {
  type Places,
  placesAround,
  placesOfAll,
  placesOfOthers,
  readMembers,
  type SceneMembers,
} from './scene-members.js'
import type { ServerStatistics } from './server-statistics.js'
import { prepared, type Sql } from './sql.js'
import type { VectorIndex } from './vector-index.js'
import { findNear } from './vector-leg.js'

const selectTexts = prepared('texts', 'SELECT id, text FROM memories WHERE tenant_id = $1 AND id = ANY ($2::text[])')

/** A request as it was first looked at. */
interface Looked {
  /** Answers at the same time as the snapshot's own connection. */
  readonly aside: Sql
  readonly collection: Collection
  readonly members: SceneMembers
  readonly places: Places
  readonly set: CandidateSet
}

/** Finds what the domain then ranks (REC7): every leg under the same filter, none of them cut before it. */
export class CandidateFinder {
  readonly #database: Pick<Database, 'snapshot'>
  readonly #totals: PassingTotals
  readonly #index: VectorIndex
  readonly #statistics: ServerStatistics

  constructor(
    database: Pick<Database, 'snapshot'>,
    totals: PassingTotals,
    index: VectorIndex,
    statistics: ServerStatistics,
  ) {
    this.#database = database
    this.#totals = totals
    this.#index = index
    this.#statistics = statistics
  }

  rank(request: RankRequest): Promise<RankedMemories> {
    return this.#database.snapshot((sql, beside) => rankMemories(request.by, this.#legs(sql, beside, request)))
  }

  find(request: CandidateRequest): Promise<CandidateSet> {
    return this.#database.snapshot(async (sql, beside) => (await this.#look(sql, beside, request)).set)
  }

  findScenes(request: CandidateRequest, scenes: readonly number[]): Promise<readonly Candidate[]> {
    return this.#database.snapshot(async (sql) => {
      const [collection, condition] = await Promise.all([
        readCollection(sql, request),
        toCondition(sql, request.filter),
      ])
      const members = await readMembers(sql, condition, scenes)
      return readCandidates(sql, sql, request, collection, placesOfOthers(scenes, members, new Map()))
    })
  }

  /** What ranking asks for, one after the other. */
  #legs(sql: Sql, beside: () => Promise<Sql>, request: RankRequest): Legs {
    let looked: Looked | undefined
    return {
      find: async () => {
        looked = await this.#look(sql, beside, request)
        return looked.set
      },
      scenes: async (scenes) => {
        if (looked === undefined) return []
        const { aside, collection, members, places } = looked
        return readCandidates(sql, aside, request, collection, placesOfOthers(scenes, members, places))
      },
      texts: async (ids) => {
        const found = await sql.all<{ id: string; text: string }>(selectTexts, ids)
        const texts = new Map(found.map(({ id, text }) => [id, text]))
        return ids.map((id) => texts.get(id))
      },
    }
  }

  async #look(sql: Sql, beside: () => Promise<Sql>, request: CandidateRequest): Promise<Looked> {
    const { filter } = request
    const [collection, condition] = await Promise.all([readCollection(sql, request), toCondition(sql, filter)])
    const { newest, statistics } = collection
    this.#statistics.keepFresh(newest.row)
    const total = await this.#totals.count(sql, newest, filter, condition)
    const isExhaustive = total <= request.exhaustiveUpTo
    const aside = isExhaustive ? Promise.resolve(sql) : beside()
    const found = isExhaustive
      ? []
      : await this.#find(sql, aside, request, collection, { condition, total, documents: statistics.documents })
    const members = await readMembers(sql, condition, scenesOf(found))
    const places = isExhaustive ? await placesOfAll(sql, condition) : placesAround(found, members)
    const candidates = await readCandidates(sql, await aside, request, collection, places)
    const set = { total, isExhaustive, statistics, candidates }
    return { aside: await aside, collection, members, places, set }
  }

  async #find(
    sql: Sql,
    aside: Promise<Sql>,
    { vector, perLeg, newest: mostNewest }: CandidateRequest,
    { model, terms, statistics, newest }: Collection,
    passing: Passing,
  ): Promise<FoundRow[]> {
    const segments = vector === null || model === undefined ? [] : await this.#index.segments(sql, model, newest.row)
    // Without waiting for each other: what is asked at once travels at once, and the longest beside the others.
    const legs = await Promise.all([
      vector === null || model === undefined
        ? []
        : aside.then((other) => findNear(other, { vector: vector.values, model, limit: perLeg }, passing, segments)),
      findByWords(sql, statistics, terms, perLeg, passing),
      findNewest(sql, mostNewest, passing),
    ])
    return [...new Map(legs.flat().map((each) => [each.row, each])).values()]
  }
}

/** What stands alone has none. */
const scenesOf = (found: readonly FoundRow[]): readonly number[] => [
  ...new Set(found.map(({ scene }) => scene).filter((scene) => scene > 0)),
]

async function findNewest(sql: Sql, limit: number, { condition }: Passing): Promise<FoundRow[]> {
  if (limit === 0) return []
  const parameters = new Parameters()
  const text = `SELECT memories.row, memories.scene FROM memories WHERE memories.tenant_id = $1 AND ${condition(parameters)}
    ORDER BY memories.happened_at DESC, memories.row DESC LIMIT ${limit}`
  return sql.all<FoundRow>(text, ...parameters.values)
}
