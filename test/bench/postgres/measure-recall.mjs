import { setTimeout as pause } from 'node:timers/promises'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openWorldWeaver } from '#ww/index.js'
import { median, p95, timed } from '../numbers.mjs'
import { openBare } from './bare-table.mjs'
import { onServer } from './server.mjs'

const warmUps = 40
/** Of a bare statement that takes long, as many questions as fit. */
const patienceMs = 20_000
const summary = (values) => ({ count: values.length, p50: median(values), p95: p95(values) })

/** Recalls make what is missing of indexes and statistics, one behind the other: how long until there is all, in ms. */
async function waitForIndexes(url, open, query) {
  const start = performance.now()
  await onServer(url, async (server) => {
    const isAtWork = async () =>
      (
        await server.query(`SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'active' AND query ~ '^(CREATE INDEX|DROP INDEX|ANALYZE)'`)
      ).rows[0].n > 0
    for (let isMissing = true; isMissing; ) {
      // Each time anew: what a process knows of indexes holds for a while.
      const mind = open()
      await mind.call('recall_episodes', { query })
      await pause(500)
      isMissing = await isAtWork()
      while (await isAtWork()) await pause(200)
      await mind.close()
    }
  })
  return performance.now() - start
}

async function openFirst(url, open, query) {
  const mind = open()
  const cold = (await timed(() => mind.call('recall_episodes', { query }))).ms
  const indexing = await waitForIndexes(url, open, query)
  await mind.close()
  return { cold, indexing }
}

/** The operation, and in turns with it what PostgreSQL can do by itself: whatever else the machine does hits all. */
export async function measureRecall(url, { size, tenant, dataDir, queries }) {
  const stages = {}
  const onStage = (stage, ms) => {
    stages[stage] ??= []
    stages[stage].push(ms)
  }
  const open = (parts) =>
    openWorldWeaver({ dataDir, databaseUrl: url, tenant, session: 'default', project: null, ...parts })
  const { cold, indexing } = await openFirst(url, open, queries[0])
  const mind = open({ onStage })
  const embedder = createStaticEmbedder()
  const took = { recall: [], nearest: [], nearestOfAll: [], anyWord: [], allWords: [] }
  try {
    await onServer(url, async (client) => {
      // As autovacuum does some minutes after so many writes; not while we measure.
      await client.query('VACUUM ANALYZE')
      const bare = await openBare(client, size)
      const spent = {}
      for (const [place, query] of queries.entries()) {
        if (place === warmUps) for (const name of Object.keys(stages)) stages[name] = []
        const vector = await embedder.embedQuery(query)
        const asked = {
          recall: () => mind.call('recall_episodes', { query }),
          nearest: () => bare.nearest(vector),
          nearestOfAll: () => bare.nearestOfAll(vector),
          anyWord: () => bare.anyWord(query),
          allWords: () => bare.allWords(query),
        }
        for (const [name, ask] of Object.entries(asked)) {
          if (name !== 'recall' && (spent[name] ?? 0) > patienceMs) continue
          const { ms } = await timed(ask)
          spent[name] = (spent[name] ?? 0) + ms
          if (place >= warmUps || (spent[name] > patienceMs && took[name].length === 0)) took[name].push(ms)
        }
      }
    })
    return {
      cold,
      indexing,
      stages: Object.fromEntries(Object.entries(stages).map(([name, values]) => [name, median(values)])),
      ...Object.fromEntries(Object.entries(took).map(([name, values]) => [name, summary(values)])),
    }
  } finally {
    await mind.close()
  }
}
