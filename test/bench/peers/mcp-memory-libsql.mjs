import { join } from 'node:path'
import { installOnce } from './install.mjs'
import { cleanEnvironment, startServer, tellEntities, textOf } from './start-server.mjs'

const version = '0.0.17'
/** As many as its schema takes. */
const [batch, mostFound, longestQuery] = [50, 50, 512]

const launch = (home, store) => ({
  args: [join(home, 'node_modules/mcp-memory-libsql/dist/index.js')],
  env: { ...cleanEnvironment(store), LIBSQL_URL: `file:${join(store, 'memory.db')}` },
})

function toolsOf(call) {
  async function search(query, limit = mostFound) {
    const input = { query: query.slice(0, longestQuery), limit }
    return JSON.parse(textOf(await call('search_nodes', input))).entities.map(({ name }) => name)
  }
  return {
    tell: (items) => tellEntities(call, items, batch),
    find: search,
    async holding(names) {
      const there = []
      for (const name of names) if ((await search(name)).includes(name)) there.push(name)
      return there
    },
  }
}

/** The same tools over libSQL, a SQLite. */
export const mcpMemoryLibsql = {
  name: 'mcp-memory-libsql',
  version,
  install: () => installOnce('mcp-memory-libsql', version),
  launch,
  start: (home, store) => startServer(launch(home, store), toolsOf),
  syncs: true,
  remark:
    'one entity a turn by `create_entities`, fifty a call; `search_nodes` looks for the words of its query in their order, in names before texts, newest first, at most 50. Every write is a transaction of its own; one that finds the file locked is refused at once, and the caller told; a pause before the next try changed little. It keeps a connection open for every write, which its RSS shows.',
}
