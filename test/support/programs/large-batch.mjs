// Writes one batch of many memories in one transaction: as long a write as there is. Says when it starts and ends.
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { initialStrength } from '#ww/memory/activation/forgetting.js'
import { analyseText } from '#ww/memory/recall/text/analyse-text.js'

const [path, count] = process.argv.slice(2)
const at = Date.UTC(2026, 0, 5, 9)
const text = 'The nightly import brought in another thousand rows from the warehouse.'
const embedder = createStaticEmbedder()
const index = await analyseText(text, await openStaticTokenSpace())
const [values] = await embedder.embed([text])

const add = Array.from({ length: Number(count) }, (_, number) => ({
  memory: {
    id: `note-01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    kind: 'note',
    project: 'tests',
    session: 'import',
    source: 'memory',
    text,
    summary: null,
    facets: {},
    tags: [],
    happenedAt: at,
    recordedAt: at,
    validFrom: at,
    validTo: null,
    importance: 0.5,
    state: 'active',
  },
  index,
  vector: { model: embedder.identity, values },
  strength: initialStrength(0.5, at),
  joinsScene: false,
}))
const store = openSqliteStore({ path, threads: 'inline' })
await store.query({}, { offset: 0, limit: 0 })
process.stdout.write('started\n')
await store.commit({ at, add })
process.stdout.write('ended\n')
await store.close()
