import { join } from 'node:path'
import { install } from './install.mjs'
import { chunks, cleanEnvironment, startServer, textOf } from './start-server.mjs'

const version = '0.0.17'
/** As many as its schema takes. */
const [batch, mostFound, longestQuery] = [50, 50, 512]

const launch = (home, store) => ({
  args: [join(home, 'node_modules/mcp-memory-libsql/dist/index.js')],
  env: { ...cleanEnvironment(home), LIBSQL_URL: `file:${join(store, 'memory.db')}` },
})

const toEntity = ({ id, text, session }) => ({ name: id, entityType: session, observations: [text] })

function toolsOf(call) {
  async function search(query, limit) {
    const input = { query: query.slice(0, longestQuery), limit: Math.min(limit, mostFound) }
    return JSON.parse(textOf(await call('search_nodes', input))).entities.map(({ name }) => name)
  }
  return {
    async tell(items) {
      for (const some of chunks(items, batch)) await call('create_entities', { entities: some.map(toEntity) })
      return items.map(({ id }) => id)
    },
    find: search,
    async holding(names) {
      const there = []
      for (const name of names) if ((await search(name, mostFound)).includes(name)) there.push(name)
      return there
    },
  }
}

/** The same tools over libSQL, a SQLite. */
export const mcpMemoryLibsql = {
  name: 'mcp-memory-libsql',
  version,
  install: (home) => install(`mcp-memory-libsql@${version}`, home),
  launch,
  start: (home, store) => startServer(launch(home, store), toolsOf),
  remark:
    'one entity a turn by `create_entities`, fifty a call; `search_nodes` looks for the words of its query in their order, in names before texts, newest first, at most 50. Every write is a transaction of its own, synced to the disk; one that finds the file locked is refused at once, and the caller told.',
}
