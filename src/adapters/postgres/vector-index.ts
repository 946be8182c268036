import type { Background } from './background.js'
import type { KnownModel } from './collection.js'
import type { Client } from './driver.js'
import { prepared, type Sql } from './sql.js'

/** As many are compared one by one in 25 ms. */
const rowsPerSegment = 50_000
/** So many segments become one: searching a large index costs hardly more than searching a small one. */
const merged = 5
/** A model that is still embedding what is old: its index is made once that is nearly done. */
const wholeShare = 0.9
/** How long what is known of the indexes holds: another process may have made one. */
const freshMs = 30_000
/** What building takes beside the vector itself, a row; and the most that is asked for. */
const linkBytes = 400
const mostBuildMegabytes = 1_024

/** A run of rows, and the index of its vectors. */
export interface VectorSegment {
  readonly after: number
  readonly to: number
}

interface KnownSegments {
  readonly ready: readonly VectorSegment[]
  /** Nothing was missing, up to this row. */
  readonly isWhole: boolean
  readonly lastRow: number
  readonly askedAt: number
}

const madeIndexes = prepared(
  'vector indexes',
  `SELECT relname AS name, indisvalid AS "isReady" FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
   WHERE indrelid = 'vectors'::regclass AND relname LIKE 'vectors\\_near\\_' || $1::int || '\\_' || $2::int || '\\_%'`,
)

const embeddedBetween = prepared(
  'vectors of a segment',
  'SELECT count(*) AS n FROM vectors WHERE tenant_id = $1 AND model = $2 AND row > $3 AND row <= $4',
)

/**
 * HNSW indexes of a tenant's vectors, one for every fifty thousand rows, later one for five such runs together. They are
 * made in the background once the rows are written: whoever writes does not wait for an insertion, which costs more than
 * all else that a write does. What is newer, and what a filter leaves of few, is compared one by one.
 */
export class VectorIndex {
  readonly #background: Background
  readonly #rowsPerSegment: number
  readonly #known = new Map<number, KnownSegments>()

  constructor(background: Background, segmentRows = rowsPerSegment) {
    this.#background = background
    this.#rowsPerSegment = segmentRows
  }

  /** Of a tenant whose newest row is `lastRow`; in ascending order. */
  async segments(sql: Sql, model: KnownModel, lastRow: number): Promise<readonly VectorSegment[]> {
    if (lastRow < this.#rowsPerSegment) return []
    const known = this.#known.get(model.id)
    const isFresh = known !== undefined && performance.now() - known.askedAt < freshMs
    if (isFresh && (!known.isWhole || lastRow < known.lastRow + this.#rowsPerSegment)) return known.ready
    const made = await sql.all<{ name: string; isReady: boolean }>(madeIndexes, model.id)
    const readyOnes = new Set(made.filter((each) => each.isReady).map(({ name }) => name))
    const isReady = (segment: VectorSegment) => readyOnes.has(nameOf(sql.tenant, model, segment))
    const large = segmentsUpTo(lastRow, this.#rowsPerSegment * merged)
    const largeReady = large.filter(isReady)
    const small = segmentsUpTo(lastRow, this.#rowsPerSegment).filter(
      ({ to }) => !largeReady.some((each) => to > each.after && to <= each.to),
    )
    const ready = [...largeReady, ...small.filter(isReady)].sort((a, b) => a.to - b.to)
    const missing = [...small, ...large].filter((segment) => !isReady(segment))
    // Of a process that was killed after it had made the larger one.
    const madeNames = new Set(made.map(({ name }) => name))
    const left = largeReady.filter((each) =>
      this.#partsOf(each).some((part) => madeNames.has(nameOf(sql.tenant, model, part))),
    )
    const isWhole = missing.length + left.length === 0
    this.#known.set(model.id, { ready, isWhole, lastRow, askedAt: performance.now() })
    if (left.length > 0)
      this.#background.run('dropping indexes of vectors', (client) => this.#dropLeft(client, sql.tenant, model, left))
    const next = await this.#firstWhole(sql, model, missing)
    if (next !== undefined) {
      this.#background.run('making an index of vectors', (client) => this.#make(client, sql.tenant, model, next))
    }
    return ready
  }

  async #firstWhole(
    sql: Sql,
    { id }: KnownModel,
    missing: readonly VectorSegment[],
  ): Promise<VectorSegment | undefined> {
    for (const segment of missing) {
      const embedded = await sql.find<{ n: number }>(embeddedBetween, id, segment.after, segment.to)
      if ((embedded?.n ?? 0) >= (segment.to - segment.after) * wholeShare) return segment
    }
    return undefined
  }

  async #make(client: Client, tenant: number, model: KnownModel, segment: VectorSegment): Promise<void> {
    if (await makeIndex(client, tenant, model, segment)) await this.#dropParts(client, tenant, model, segment)
    this.#known.delete(model.id)
  }

  async #dropLeft(client: Client, tenant: number, model: KnownModel, left: readonly VectorSegment[]): Promise<void> {
    for (const segment of left) await this.#dropParts(client, tenant, model, segment)
    this.#known.delete(model.id)
  }

  /** Those that a larger one has taken the place of. */
  async #dropParts(client: Client, tenant: number, model: KnownModel, segment: VectorSegment): Promise<void> {
    for (const part of this.#partsOf(segment)) {
      await client.query({ text: `DROP INDEX CONCURRENTLY IF EXISTS ${nameOf(tenant, model, part)}` })
    }
  }

  /** None of one that is as small as they come. */
  #partsOf({ after, to }: VectorSegment): readonly VectorSegment[] {
    if (to - after === this.#rowsPerSegment) return []
    return segmentsUpTo(to, this.#rowsPerSegment).filter((each) => each.after >= after)
  }
}

/** How far `vectors.components` are from a vector, as the indexes of the model understand it. */
export const indexedDistance = (query: string, { dimensions }: KnownModel): string =>
  `vectors.components::halfvec(${dimensions}) <=> ${query}::halfvec(${dimensions})`

/** As the index of a segment says it, letter by letter: with a parameter it would not be recognised. */
export const isInSegment = (tenant: number, { id }: KnownModel, { after, to }: VectorSegment): string =>
  `vectors.tenant_id = ${tenant} AND vectors.model = ${id} AND vectors.row > ${after} AND vectors.row <= ${to}`

const nameOf = (tenant: number, { id }: KnownModel, { after, to }: VectorSegment): string =>
  `vectors_near_${tenant}_${id}_${after}_${to}`

const segmentsUpTo = (lastRow: number, rows: number): VectorSegment[] =>
  Array.from({ length: Math.floor(lastRow / rows) }, (_, number) => ({ after: number * rows, to: (number + 1) * rows }))

/** One process at a time: the others find it made. Nobody waits for it: writing goes on meanwhile. */
async function makeIndex(client: Client, tenant: number, model: KnownModel, segment: VectorSegment): Promise<boolean> {
  const run = (text: string, values?: unknown[]) => client.query({ text, values })
  const name = nameOf(tenant, model, segment)
  const lock = [name]
  const { rows: locked } = await run('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine', lock)
  if (!(locked as [{ mine: boolean }])[0].mine) return false
  const megabytes = Math.ceil(((segment.to - segment.after) * (model.dimensions * 2 + linkBytes)) / 2 ** 20)
  try {
    await run(`SET maintenance_work_mem = '${Math.min(Math.max(64, megabytes), mostBuildMegabytes)}MB'`)
    // Of one that was stopped: it is in nobody's way but the writers'.
    await run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await run(
      `CREATE INDEX CONCURRENTLY ${name} ON vectors
       USING hnsw ((components::halfvec(${model.dimensions})) halfvec_cosine_ops) WHERE ${isInSegment(tenant, model, segment)}`,
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
