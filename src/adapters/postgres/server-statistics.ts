import type { Background } from './background.js'
import type { Client } from './driver.js'

/** Below, every plan is good enough. */
const fewRows = 2_000
const growth = 2
/** Of all lines of `memories`: so many that the server has not looked at yet may mislead it. */
const unseenShare = 0.2

const isUnseen = `SELECT n_mod_since_analyze > ${unseenShare} * n_live_tup AS much
  FROM pg_stat_user_tables WHERE relid = 'memories'::regclass`

const lookAtAll = `VACUUM (ANALYZE, SKIP_LOCKED, TRUNCATE off)
  memories, strengths, names, labels, vectors, terms, postings, edges, changes`

/**
 * The server plans by what it last saw of the tables, and looks again within a minute or so. After an import that is too
 * late: a tenant that it takes for empty is read from end to end.
 */
export class ServerStatistics {
  readonly #background: Background
  #askedAtRow = fewRows / growth

  constructor(background: Background) {
    this.#background = background
  }

  /** Of a tenant that has so many rows now. */
  keepFresh(rows: number): void {
    if (rows < this.#askedAtRow * growth) return
    this.#askedAtRow = rows
    this.#background.run('looking at the tables', refresh)
  }
}

async function refresh(client: Client): Promise<void> {
  const { rows } = await client.query({ text: isUnseen })
  if ((rows as { much: boolean }[]).some(({ much }) => much)) await client.query({ text: lookAtAll })
}
