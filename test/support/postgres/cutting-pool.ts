import pg from 'pg'
import { type Client, createPool, type Pool, type Query } from '#ww/adapters/postgres/connection/driver.js'
import { wrapClient } from './wrapped-client.js'

type Place = 'before' | 'behind'

export interface CuttingPool {
  readonly createPool: () => Promise<Pool>
  /**
   * Ends the connection on which this statement is next asked: before it reaches the server, or once the server has
   * done it and before anybody hears the answer.
   */
  cut(statement: string, place: Place): void
  /** The server refuses this statement, the next time, with this code. */
  refuse(statement: string | RegExp, code: string): void
}

/** Real connections to a real server; only how they end is the test's. */
export function openCuttingPool(url: string, maxConnections = 4): CuttingPool {
  const cuts = new Map<string, Place>()
  const refusals = new Map<string | RegExp, string>()

  async function ask(client: Client, query: Query) {
    const statement = query.name ?? query.text
    const place = take(cuts, statement)
    const refused = [...refusals.keys()].find((each) =>
      each instanceof RegExp ? each.test(statement) : each === statement,
    )
    const code = refused === undefined ? undefined : take(refusals, refused)
    if (code !== undefined) {
      return client.query({ text: `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$` })
    }
    if (place === undefined) return client.query(query)
    if (place === 'behind') await client.query(query)
    await endOf(url, client)
    return client.query({ text: 'SELECT 1' })
  }

  return {
    async createPool() {
      const pool = await createPool(url, maxConnections)
      const connect = async () => {
        const client = await pool.connect()
        return wrapClient(client, (query) => ask(client, query))
      }
      return { connect, end: () => pool.end() }
    },
    cut: (statement, place) => void cuts.set(statement, place),
    refuse: (statement, code) => void refusals.set(statement, code),
  }
}

function take<Key, Value>(from: Map<Key, Value>, key: Key): Value | undefined {
  const value = from.get(key)
  from.delete(key)
  return value
}

/** Waits until the server has let go of it. */
async function endOf(url: string, client: Client): Promise<void> {
  // The driver's own: which process of the server it talks to.
  const { processID } = client as unknown as { readonly processID: number }
  await asAdministrator(url, (server) => server.query('SELECT pg_terminate_backend($1, 5000)', [processID]))
}

/** Ends every other connection to the database. */
export const endAllConnections = (url: string): Promise<unknown> =>
  asAdministrator(url, (server) =>
    server.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    ),
  )

async function asAdministrator<Result>(url: string, work: (server: pg.Client) => Promise<Result>): Promise<Result> {
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}
