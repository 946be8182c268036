import type { BackgroundQueue } from '../connection/background-queue.js'
import type { Client } from '../connection/driver.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { KnownModel } from './collection-statistics.js'

/** Comparing this many vectors without an index takes 25 ms. */
const rowsPerSegment = 50_000
/** This many segments are merged into one: searching a large index costs hardly more than a small one. */
const mergedSegments = 5
/** The share of a segment's rows that must be embedded before its index is built. */
const minEmbeddedShare = 0.9
/** How long the list of indexes is cached; other processes may build some. */
const ttlMs = 30_000
/** Memory for building, per row in addition to the vector. */
const linkBytes = 400
const maxBuildMegabytes = 1_024

/** A range of rows with an index of their vectors. */
export interface VectorSegment {
  readonly after: number
  readonly to: number
}

interface KnownSegments {
  readonly ready: readonly VectorSegment[]
  /** Whether no index was missing when the newest row was `lastRow`. */
  readonly isComplete: boolean
  readonly lastRow: number
  readonly askedAt: number
}

/** The vectors of texts, or of the questions that memories answer (REC25). */
export type VectorTable = 'vectors' | 'answer_vectors'

const existingIndexes = (table: VectorTable) =>
  prepared(
    `indexes of ${table}`,
    `SELECT relname AS name, indisvalid AS "isReady" FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = '${table}'::regclass AND starts_with(relname::text, '${table}_near_' || $1::int || '_' || $2::int || '_')`,
  )

const embeddedBetween = (table: VectorTable) =>
  prepared(
    `${table} of a segment`,
    `SELECT count(*) AS n FROM ${table} WHERE tenant_id = $1 AND model = $2 AND row > $3 AND row <= $4`,
  )

/**
 * HNSW indexes of a tenant's vectors, one per fifty thousand rows, later merged into one per five such segments. They
 * are built in the background after the rows are written, because inserting into an index costs more than the rest of
 * a write. Newer rows, and the rows that a selective filter leaves, are compared without an index.
 */
export class VectorIndex {
  readonly #background: BackgroundQueue
  readonly #table: VectorTable
  readonly #rowsPerSegment: number
  readonly #known = new Map<number, KnownSegments>()

  constructor(background: BackgroundQueue, table: VectorTable = 'vectors', segmentRows = rowsPerSegment) {
    this.#background = background
    this.#table = table
    this.#rowsPerSegment = segmentRows
  }

  /** Returns the ready segments in ascending order; `lastRow` is the tenant's newest row. */
  async segments(sql: Sql, model: KnownModel, lastRow: number): Promise<readonly VectorSegment[]> {
    if (lastRow < this.#rowsPerSegment) return []
    const known = this.#known.get(model.id)
    const isFresh = known !== undefined && performance.now() - known.askedAt < ttlMs
    if (isFresh && (!known.isComplete || lastRow < known.lastRow + this.#rowsPerSegment)) return known.ready
    const existing = await sql.all<{ name: string; isReady: boolean }>(existingIndexes(this.#table), model.id)
    const readyNames = new Set(existing.filter((each) => each.isReady).map(({ name }) => name))
    const isReady = (segment: VectorSegment) => readyNames.has(this.#nameOf(sql.tenant, model, segment))
    const large = segmentsUpTo(lastRow, this.#rowsPerSegment * mergedSegments)
    const largeReady = large.filter(isReady)
    const small = segmentsUpTo(lastRow, this.#rowsPerSegment).filter(
      ({ to }) => !largeReady.some((each) => to > each.after && to <= each.to),
    )
    const ready = [...largeReady, ...small.filter(isReady)].sort((a, b) => a.to - b.to)
    const missing = [...small, ...large].filter((segment) => !isReady(segment))
    // A process that was killed after building the merged index has left the small ones.
    const existingNames = new Set(existing.map(({ name }) => name))
    const superseding = largeReady.filter((each) =>
      this.#partsOf(each).some((part) => existingNames.has(this.#nameOf(sql.tenant, model, part))),
    )
    const isComplete = missing.length + superseding.length === 0
    this.#known.set(model.id, { ready, isComplete, lastRow, askedAt: performance.now() })
    if (superseding.length > 0)
      this.#background.run('dropping vector indexes', (client) =>
        this.#dropSuperseded(client, sql.tenant, model, superseding),
      )
    const next = await this.#firstEmbedded(sql, model, missing)
    if (next !== undefined) {
      this.#background.run('building a vector index', (client) => this.#build(client, sql.tenant, model, next))
    }
    return ready
  }

  async #firstEmbedded(
    sql: Sql,
    { id }: KnownModel,
    missing: readonly VectorSegment[],
  ): Promise<VectorSegment | undefined> {
    for (const segment of missing) {
      const embedded = await sql.find<{ n: number }>(embeddedBetween(this.#table), id, segment.after, segment.to)
      if ((embedded?.n ?? 0) >= (segment.to - segment.after) * minEmbeddedShare) return segment
    }
    return undefined
  }

  async #build(client: Client, tenant: number, model: KnownModel, segment: VectorSegment): Promise<void> {
    const index = { name: this.#nameOf(tenant, model, segment), table: this.#table }
    if (await buildIndex(client, index, tenant, model, segment)) await this.#dropParts(client, tenant, model, segment)
    this.#known.delete(model.id)
  }

  async #dropSuperseded(
    client: Client,
    tenant: number,
    model: KnownModel,
    superseding: readonly VectorSegment[],
  ): Promise<void> {
    for (const segment of superseding) await this.#dropParts(client, tenant, model, segment)
    this.#known.delete(model.id)
  }

  /** Drops the small indexes that the merged one replaces. */
  async #dropParts(client: Client, tenant: number, model: KnownModel, segment: VectorSegment): Promise<void> {
    for (const part of this.#partsOf(segment)) {
      await client.query({ text: `DROP INDEX CONCURRENTLY IF EXISTS ${this.#nameOf(tenant, model, part)}` })
    }
  }

  #nameOf(tenant: number, { id }: KnownModel, { after, to }: VectorSegment): string {
    return `${this.#table}_near_${tenant}_${id}_${after}_${to}`
  }

  /** Empty for a segment that is not merged. */
  #partsOf({ after, to }: VectorSegment): readonly VectorSegment[] {
    if (to - after === this.#rowsPerSegment) return []
    return segmentsUpTo(to, this.#rowsPerSegment).filter((each) => each.after >= after)
  }
}

/** The distance between `vectors.components` and a vector, in the form that the model's indexes support. */
export const indexedDistance = (query: string, { dimensions }: KnownModel): string =>
  `vectors.components::halfvec(${dimensions}) <=> ${query}::halfvec(${dimensions})`

/** The condition of a segment's partial index. It has no parameters, because the planner compares it literally. */
export const isInSegment = (
  tenant: number,
  { id }: KnownModel,
  { after, to }: VectorSegment,
  table: string = 'vectors',
): string =>
  `${table}.tenant_id = ${tenant} AND ${table}.model = ${id} AND ${table}.row > ${after} AND ${table}.row <= ${to}`

const segmentsUpTo = (lastRow: number, rows: number): VectorSegment[] =>
  Array.from({ length: Math.floor(lastRow / rows) }, (_, number) => ({ after: number * rows, to: (number + 1) * rows }))

/** One process builds an index; the others skip it. Writes are not blocked meanwhile. */
async function buildIndex(
  client: Client,
  { name, table }: { readonly name: string; readonly table: VectorTable },
  tenant: number,
  model: KnownModel,
  segment: VectorSegment,
): Promise<boolean> {
  const run = (text: string, values?: unknown[]) => client.query({ text, values })
  const lock = [name]
  const { rows: locked } = await run('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine', lock)
  if (!(locked as [{ mine: boolean }])[0].mine) return false
  const megabytes = Math.ceil(((segment.to - segment.after) * (model.dimensions * 2 + linkBytes)) / 2 ** 20)
  try {
    await run(`SET maintenance_work_mem = '${Math.min(Math.max(64, megabytes), maxBuildMegabytes)}MB'`)
    // An interrupted build leaves an invalid index, which only slows writes down.
    await run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await run(
      `CREATE INDEX CONCURRENTLY ${name} ON ${table}
       USING hnsw ((components::halfvec(${model.dimensions})) halfvec_cosine_ops) WHERE ${isInSegment(tenant, model, segment, table)}`,
    )
    return true
  } catch (error) {
    await run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`).catch(() => undefined)
    throw error
  } finally {
    await run('RESET maintenance_work_mem').catch(() => undefined)
    await run('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock).catch(() => undefined)
  }
}
