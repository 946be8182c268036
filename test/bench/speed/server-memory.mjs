import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, p95, timed } from '../numbers.mjs'
import { connect, servers } from './mcp-process.mjs'

const patienceMs = 60_000
const batch = 1_000
const toEntity = ({ text, session }, index) => ({
  name: `memory ${index + 1}`,
  entityType: session,
  observations: [text],
})

/**
 * The official memory server on the same texts. It searches for its query as one string, so it is asked for the
 * longest word of each question.
 */
export async function measureServerMemory(folder, memories, queries) {
  const entities = memories.map(toEntity)
  const server = await connect(servers['server-memory'](folder))
  try {
    const loading = await load(server, entities)
    // Too slow to load through the server: its file is written for it, so that the rest can be measured.
    if (loading.loaded < entities.length)
      writeFileSync(join(folder, 'server-memory.jsonl'), entities.map(toLine).join('\n'))
    const searches = await measure(queries, 30_000, (query) =>
      server.call('search_nodes', { query: longestWord(query) }),
    )
    const writes = await measure(queries.slice(0, 50), 30_000, (text, index) =>
      server.call('create_entities', { entities: [{ name: `new ${index}`, entityType: 'new', observations: [text] }] }),
    )
    return { ...loading, searches, writes, memory: server.memory() }
  } finally {
    await server.close()
  }
}

const toLine = (entity) => JSON.stringify({ type: 'entity', ...entity })
const longestWord = (query) =>
  query.match(/\p{L}+/gu).reduce((longest, word) => (word.length > longest.length ? word : longest))

async function load(server, entities) {
  const start = performance.now()
  let loaded = 0
  while (loaded < entities.length && performance.now() - start < patienceMs) {
    await server.call('create_entities', { entities: entities.slice(loaded, loaded + batch) })
    loaded = Math.min(entities.length, loaded + batch)
  }
  return { loaded, perSecond: (loaded / (performance.now() - start)) * 1000 }
}

/** As many as fit into the time. */
async function measure(list, withinMs, work) {
  const start = performance.now()
  const took = []
  for (const [index, each] of list.entries()) {
    if (performance.now() - start > withinMs) break
    took.push((await timed(() => work(each, index))).ms)
  }
  return { count: took.length, p50: median(took), p95: p95(took) }
}
