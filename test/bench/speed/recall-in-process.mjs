// A process of its own: recall through the operation, where its time goes, and the bare limits on the same queries.
import { DatabaseSync } from '@photostructure/sqlite'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { createInt8Matrix } from '#ww/adapters/kernel/int8-matrix.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { databasePath } from '#ww/app/configuration/data-dir.js'
import { defaultWeights } from '#ww/memory/activation/weights.js'
import { analyseQuery } from '#ww/memory/recall/query/analyse-query.js'
import { invoke } from '#ww/operations/machinery/invoke.js'
import { recallEpisodes } from '#ww/operations/memory/recall-episodes.js'
import { median, p95 } from '../numbers.mjs'

const [folder, queriesJson] = process.argv.slice(2)
const queries = JSON.parse(queriesJson)
const path = databasePath({ dataDir: folder })
const embedder = createStaticEmbedder()
const tokens = await openStaticTokenSpace()

/** The store, noting when each of its methods was called and answered. */
function watched(store, calls) {
  return new Proxy(store, {
    get(target, name) {
      const method = target[name]
      if (typeof method !== 'function') return method
      return async (...args) => {
        const call = { name, from: performance.now(), to: 0 }
        calls.push(call)
        try {
          return await method.apply(target, args)
        } finally {
          call.to = performance.now()
        }
      }
    },
  })
}

const log = {
  debug() {},
  info() {},
  warn() {},
  error: (message, fields) => process.stderr.write(`${message} ${fields?.error}\n`),
}
const contextOf = (memories) => ({
  memories,
  embedder,
  tokenSpace: openStaticTokenSpace,
  noteUses() {},
  clock: { now: () => Date.now() },
  ids: { next: () => '' },
  log,
  weights: defaultWeights,
  defaults: { session: 'default', project: null },
  checksOutput: false,
})

/** One recall cut at the store's calls: what lies between them is the domain's work on the main thread. */
async function recallInParts(memories, query) {
  const calls = []
  const context = contextOf(watched(memories, calls))
  const start = performance.now()
  await invoke(recallEpisodes, { query }, context)
  const end = performance.now()
  const rank = calls.find(({ name }) => name === 'rank')
  const fetch = calls.findLast(({ name }) => name === 'get')
  return {
    total: end - start,
    analysis: rank.from - start,
    'finding and ranking': rank.to - rank.from,
    'fetching rows': fetch.to - fetch.from,
    answer: end - fetch.to,
  }
}

/** Nothing but the scan and nothing but the row ids, on the store's own vectors and index. */
function openBareLimits() {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare('SELECT max(row) AS last FROM memories').get().last
  const matrix = createInt8Matrix({ dimensions: embedder.dimensions })
  matrix.ensureRows(rows + 1)
  const vectors = database.prepare('SELECT row, components FROM vectors WHERE row BETWEEN ? AND ?')
  for (let first = 1; first <= rows; first += 1000) {
    for (const { row, components } of vectors.all(first, first + 999)) {
      matrix.set(row, new Int8Array(components.buffer, components.byteOffset, components.byteLength))
    }
  }
  const termId = database.prepare('SELECT id FROM terms WHERE term = ? AND documents > 0')
  const rowsWith = database.prepare('SELECT json_group_array(rowid) AS rows FROM postings WHERE postings MATCH ?')
  return {
    kernel: matrix.kernel,
    scan(vector) {
      const start = performance.now()
      matrix.cosines(vector)
      return performance.now() - start
    },
    lexical(terms) {
      const start = performance.now()
      for (const term of terms) {
        const known = termId.get(term)
        if (known !== undefined) JSON.parse(rowsWith.get(`"${known.id.toString(36)}"`).rows)
      }
      return performance.now() - start
    },
    close: () => database.close(),
  }
}

const store = openSqliteStore({ path })
const first = await recallInParts(store, queries[0])
const languages = await store.languages()
const bare = openBareLimits()
const inline = openSqliteStore({ path, threads: 'inline' })
await recallInParts(inline, queries[0])
const warmUps = 20
const measured = { parts: [], inline: [], scan: [], lexical: [], bare: [] }
for (const [index, query] of queries.entries()) {
  const parts = await recallInParts(store, query)
  const inlineParts = await recallInParts(inline, query)
  const { terms } = await analyseQuery(query, { tokens, languages, now: Date.now() })
  const scan = bare.scan(await embedder.embedQuery(query))
  const lexical = bare.lexical(terms)
  if (index < warmUps) continue
  measured.parts.push(parts)
  measured.inline.push(inlineParts)
  measured.scan.push(scan)
  measured.lexical.push(lexical)
  measured.bare.push(scan + lexical)
}
await store.close()
await inline.close()
bare.close()

const summary = (values) => ({ p50: median(values), p95: p95(values) })
const partsOf = (list) =>
  Object.fromEntries(Object.keys(list[0]).map((name) => [name, summary(list.map((each) => each[name]))]))
process.stdout.write(
  JSON.stringify({
    queries: measured.parts.length,
    kernel: bare.kernel,
    cold: first.total,
    parts: partsOf(measured.parts),
    inline: partsOf(measured.inline),
    scan: summary(measured.scan),
    lexical: summary(measured.lexical),
    bare: summary(measured.bare),
  }),
)
