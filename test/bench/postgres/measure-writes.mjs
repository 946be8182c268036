import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { removeTenant } from '#ww/adapters/engine-copy/postgres-tenant.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { Database } from '#ww/adapters/postgres/connection/database.js'
import { openWorldWeaver } from '#ww/index.js'
import { median, p95, timed } from '../numbers.mjs'
import { openBare } from './bare-table.mjs'

const connections = 8
const roundMs = 3_000
const rounds = 2
/** New tenants, gone afterwards. */
const stranger = 'speed-stranger-'

/**
 * Durable writes, one behind the other on each of eight connections: eight memories (as eight processes have them) of one
 * tenant and of eight, eight callers of one memory, and bare inserts of text, vector and tsvector; in turns.
 */
export async function measureWrites(url, { size, tenant, dataDir, memories }) {
  const embedder = createStaticEmbedder()
  const open = (own) =>
    openWorldWeaver({
      dataDir,
      databaseUrl: url,
      tenant: own,
      session: 'default',
      project: null,
      embedder,
      rateLimit: 0,
    })
  const minds = Array.from({ length: connections }, () => open(tenant))
  const strangers = minds.map((_, number) => open(`${stranger}${number}`))
  const clients = minds.map(() => new pg.Client({ connectionString: url }))
  const next = () => memories.next().value
  const tell = (mind, session) => mind.call('create_episode', { content: next().text, session_id: session })
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const bare = await Promise.all(clients.map((client) => openBare(client, size)))
    const ways = {
      apart: minds.map((mind, number) => () => tell(mind, `writer-${number}`)),
      strangers: strangers.map((mind, number) => () => tell(mind, `stranger-${number}`)),
      together: minds.map((_, number) => () => tell(minds[0], `caller-${number}`)),
      bare: bare.map((each) => async () => {
        const { text } = next()
        return each.insert(text, (await embedder.embed([text]))[0])
      }),
    }
    // Models, connections and statements; and what a memory looks for once it is open.
    for (const writers of Object.values(ways)) await writeFor(500, writers)
    await waitUntilIdle(clients[0])
    const took = Object.fromEntries(Object.keys(ways).map((name) => [name, { ms: 0, each: [] }]))
    for (let round = 0; round < rounds; round++) {
      for (const [name, writers] of Object.entries(ways)) {
        const { ms, result } = await timed(() => writeFor(roundMs, writers))
        took[name].ms += ms
        took[name].each.push(...result)
      }
    }
    return Object.fromEntries(
      Object.entries(took).map(([name, { ms, each }]) => [
        name,
        { perSecond: (each.length / ms) * 1000, p50: median(each), p95: p95(each) },
      ]),
    )
  } finally {
    await Promise.all([...minds, ...strangers].map((mind) => mind.close()))
    await Promise.all(clients.map((client) => client.end()))
    await removeStrangers(url)
  }
}

/** What each write took. */
async function writeFor(ms, writers) {
  const end = performance.now() + ms
  const took = []
  const write = async (one) => {
    while (performance.now() < end) took.push((await timed(one)).ms)
  }
  await Promise.all(writers.map(write))
  return took
}

/** For a second nobody has asked the server for anything. */
async function waitUntilIdle(client) {
  for (let idle = 0; idle < 5; ) {
    const { rows } = await client.query(`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`)
    idle = rows[0].n === 0 ? idle + 1 : 0
    await pause(200)
  }
}

async function removeStrangers(url) {
  const house = new Connections({ url })
  for (let number = 0; number < connections; number++)
    await new Database(house, `${stranger}${number}`).write((transaction) =>
      removeTenant(transaction, transaction.tenant),
    )
  await house.close()
}
