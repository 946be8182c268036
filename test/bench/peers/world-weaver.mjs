import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, runNpm } from './install.mjs'
import { cleanEnvironment, startServer } from './start-server.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const launch = (home, store) => ({
  args: [join(home, 'node_modules/world-weaver/dist/app/main.js'), 'mcp'],
  env: { ...cleanEnvironment(store), WW_DATA_DIR: store, WW_PROJECT: 'bench', WW_RATE_LIMIT: '0' },
})

const toolsOf = (call) => ({
  async tell(items) {
    const ids = []
    for (const { text, session, at } of items) {
      const episode = { content: text, session_id: session, timestamp: new Date(at).toISOString() }
      ids.push((await call('create_episode', episode)).structuredContent.id)
    }
    return ids
  },
  async ask(question, limit) {
    const budget = limit > 10 ? { max_tokens: 1_000_000 } : {}
    const { structuredContent } = await call('recall_episodes', { query: question, limit, ...budget })
    return structuredContent.episodes.map(({ id }) => id)
  },
  async holding(ids) {
    const there = []
    for (const id of ids) {
      const found = await call('get_memory', { id }).catch(ifMissing)
      if (found !== undefined) there.push(id)
    }
    return there
  },
})

function ifMissing(error) {
  if (!/not_found/.test(error.message)) throw error
  return undefined
}

/** The packed build, installed like the others. */
export const worldWeaver = {
  name: 'World Weaver',
  version,
  async install(folder) {
    const tarball = await runNpm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], root)
    return install(join(folder, tarball.split('\n').at(-1)), join(folder, 'home'))
  },
  launch,
  start: (home, store) => startServer(launch(home, store), toolsOf),
  syncs: true,
  remark: '`create_episode` with the turn’s session and time, `recall_episodes` with the question.',
}
