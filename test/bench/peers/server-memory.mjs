import { join } from 'node:path'
import { installOnce } from './install.mjs'
import { cleanEnvironment, startServer, tellEntities } from './start-server.mjs'

const version = '2026.8.31'
const batch = 100

const launch = (home, store) => ({
  args: [join(home, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js')],
  env: { ...cleanEnvironment(store), MEMORY_FILE_PATH: join(store, 'memory.jsonl') },
})

const namesIn = ({ structuredContent }) => structuredContent.entities.map(({ name }) => name)

function toolsOf(call) {
  const search = async (query, limit) => namesIn(await call('search_nodes', { query })).slice(0, limit)
  return {
    tell: (items) => tellEntities(call, items, batch),
    find: search,
    holding: async (names) => namesIn(await call('open_nodes', { names })),
  }
}

/** The official one: a graph in a file of JSON lines, which it reads on every call and rewrites on every write. */
export const serverMemory = {
  name: 'server-memory',
  version,
  install: () => installOnce('@modelcontextprotocol/server-memory', version),
  launch,
  start: (home, store) => startServer(launch(home, store), toolsOf),
  syncs: false,
  remark:
    'the official memory server (`@modelcontextprotocol/server-memory`). One entity a turn by `create_entities`, a hundred a call; `search_nodes` looks for its query as one string and gives all that has it, unranked. It makes no promise for several processes on one file.',
}
