import type { Log } from '../../ports/log.js'
import type { KnownModel } from './collection.js'
import type { Connections } from './connections.js'
import type { Client } from './driver.js'
import { prepared, type Sql } from './sql.js'

/** As many are compared one by one in 25 ms. */
const rowsPerSegment = 50_000
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
  readonly askedAt: number
}

const readyIndexes = prepared(
  'ready vector indexes',
  `SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
   WHERE indrelid = 'vectors'::regclass AND indisvalid AND relname LIKE 'vectors\\_near\\_' || $1::int || '\\_' || $2::int || '\\_%'`,
)

const embeddedBetween = prepared(
  'vectors of a segment',
  'SELECT count(*) AS n FROM vectors WHERE tenant_id = $1 AND model = $2 AND row > $3 AND row <= $4',
)

/**
 * HNSW indexes of a tenant's vectors, one for every fifty thousand rows, made in the background once those are written:
 * an insertion into an index costs as much as everything else that a write does, and never ends up in one this way. What
 * is newer, and what a filter leaves of few, is compared one by one.
 */
export class VectorIndex {
  readonly #connections: Pick<Connections, 'use'>
  readonly #log: Pick<Log, 'warn'> | undefined
  readonly #rowsPerSegment: number
  readonly #known = new Map<number, KnownSegments>()
  #making: { readonly done: Promise<void>; readonly stop: () => Promise<void> } | undefined
  #isClosed = false

  constructor(connections: Pick<Connections, 'use'>, log?: Pick<Log, 'warn'>, segmentRows = rowsPerSegment) {
    this.#connections = connections
    this.#log = log
    this.#rowsPerSegment = segmentRows
  }

  /** Of a tenant whose newest row is `lastRow`; in ascending order. */
  async segments(sql: Sql, model: KnownModel, lastRow: number): Promise<readonly VectorSegment[]> {
    const whole = Math.floor(lastRow / this.#rowsPerSegment)
    if (whole === 0) return []
    const known = this.#known.get(model.id)
    if (known !== undefined && (known.ready.length === whole || performance.now() - known.askedAt < freshMs)) {
      return known.ready
    }
    const found = await sql.all<{ name: string }>(readyIndexes, model.id)
    const names = new Set(found.map(({ name }) => name))
    const all = Array.from({ length: whole }, (_, number) => this.#segment(number))
    const ready = all.filter((segment) => names.has(nameOf(sql.tenant, model, segment)))
    this.#known.set(model.id, { ready, askedAt: performance.now() })
    const missing = await this.#firstWhole(
      sql,
      model,
      all.filter((segment) => !ready.includes(segment)),
    )
    if (missing !== undefined) this.#makeInBackground(sql.tenant, model, missing)
    return ready
  }

  #segment(number: number): VectorSegment {
    return { after: number * this.#rowsPerSegment, to: (number + 1) * this.#rowsPerSegment }
  }

  async #firstWhole(
    sql: Sql,
    { id }: KnownModel,
    missing: readonly VectorSegment[],
  ): Promise<VectorSegment | undefined> {
    for (const segment of missing) {
      const embedded = await sql.find<{ n: number }>(embeddedBetween, id, segment.after, segment.to)
      if ((embedded?.n ?? 0) >= this.#rowsPerSegment * wholeShare) return segment
    }
    return undefined
  }

  #makeInBackground(tenant: number, model: KnownModel, segment: VectorSegment): void {
    if (this.#making !== undefined || this.#isClosed) return
    let pid: number | undefined
    const done = this.#connections
      .use(async (client) => {
        pid = await processOf(client)
        await makeIndex(client, tenant, model, segment, this.#rowsPerSegment)
        this.#known.delete(model.id)
      })
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#log?.warn('an index of vectors could not be made', { error: String(error) })
      })
      .finally(() => {
        this.#making = undefined
      })
    const stop = () =>
      this.#connections.use(async (client) => {
        if (pid !== undefined) await client.query({ text: 'SELECT pg_cancel_backend($1)', values: [pid] })
      })
    this.#making = { done, stop }
  }

  /** Once nothing is being made any more. */
  async settled(): Promise<void> {
    while (this.#making !== undefined) await this.#making.done
  }

  /** Whoever closes does not wait for minutes: what is half made is made anew by another. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#making?.stop()
    await this.settled()
  }
}

/** How far `vectors.components` are from a vector, as the indexes of the model understand it. */
export const indexedDistance = (query: string, { dimensions }: KnownModel): string =>
  `vectors.components::halfvec(${dimensions}) <=> ${query}::halfvec(${dimensions})`

/** As the index of a segment says it, letter by letter: with a parameter it would not be recognised. */
export const isInSegment = (tenant: number, { id }: KnownModel, { after, to }: VectorSegment): string =>
  `vectors.tenant_id = ${tenant} AND vectors.model = ${id} AND vectors.row > ${after} AND vectors.row <= ${to}`

const nameOf = (tenant: number, { id }: KnownModel, { to }: VectorSegment): string =>
  `vectors_near_${tenant}_${id}_${to}`

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query({ text: 'SELECT pg_backend_pid() AS pid' })
  return (rows as [{ pid: number }])[0].pid
}

/** One process at a time: the others find it made. Nobody waits for it: writing goes on meanwhile. */
async function makeIndex(
  client: Client,
  tenant: number,
  model: KnownModel,
  segment: VectorSegment,
  rows: number,
): Promise<void> {
  const run = (text: string, values?: unknown[]) => client.query({ text, values })
  const name = nameOf(tenant, model, segment)
  const lock = [name]
  const { rows: locked } = await run('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine', lock)
  if (!(locked as [{ mine: boolean }])[0].mine) return
  const megabytes = Math.ceil((rows * (model.dimensions * 2 + linkBytes)) / 2 ** 20)
  try {
    await run(`SET maintenance_work_mem = '${Math.min(Math.max(64, megabytes), mostBuildMegabytes)}MB'`)
    // Of one that was stopped: it is in nobody's way but the writers'.
    await run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await run(
      `CREATE INDEX CONCURRENTLY ${name} ON vectors
       USING hnsw ((components::halfvec(${model.dimensions})) halfvec_cosine_ops) WHERE ${isInSegment(tenant, model, segment)}`,
    )
  } catch (error) {
    await run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`).catch(() => undefined)
    throw error
  } finally {
    await run('RESET maintenance_work_mem').catch(() => undefined)
    await run('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock).catch(() => undefined)
  }
}
