import type { BackgroundQueue } from '../connection/background-queue.js'
import type { Client } from '../connection/driver.js'

/** With fewer rows, every plan is good enough. */
const minRows = 2_000
const growth = 2
/** If a larger share of `memories` was changed since the last ANALYZE, plans may be bad. */
const staleShare = 0.2

const isStale = `SELECT n_mod_since_analyze > ${staleShare} * n_live_tup AS stale
  FROM pg_stat_user_tables WHERE relid = 'memories'::regclass`

const analyzeAll = `VACUUM (ANALYZE, SKIP_LOCKED, TRUNCATE off)
  memories, strengths, names, labels, vectors, terms, postings, edges, changes, answers, answer_vectors, answer_postings,
  answer_terms`

/**
 * Runs ANALYZE after a tenant has grown fast. Autovacuum does so only after about a minute, and until then the planner
 * takes an imported tenant for an empty one and scans whole tables.
 */
export class ServerStatistics {
  readonly #background: BackgroundQueue
  #analyzedAtRow = minRows / growth

  constructor(background: BackgroundQueue) {
    this.#background = background
  }

  /** `rows` is the tenant's current number of rows. */
  keepFresh(rows: number): void {
    if (rows < this.#analyzedAtRow * growth) return
    this.#analyzedAtRow = rows
    this.#background.run('analyzing the tables', refresh)
  }
}

async function refresh(client: Client): Promise<void> {
  const { rows } = await client.query({ text: isStale })
  if ((rows as { stale: boolean }[]).some(({ stale }) => stale)) await client.query({ text: analyzeAll })
}
