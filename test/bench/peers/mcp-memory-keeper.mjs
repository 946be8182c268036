import { join } from 'node:path'
import { installOnce } from './install.mjs'
import { cleanEnvironment, startServer, textOf } from './start-server.mjs'

const version = '0.14.1'

const launch = (home, store) => ({
  args: [join(home, 'node_modules/mcp-memory-keeper/bin/mcp-memory-keeper')],
  env: { ...cleanEnvironment(store), DATA_DIR: store },
})

/** What it says when it found nothing is a sentence. */
const itemsIn = (text) => (text.startsWith('{') ? JSON.parse(text).items : [])

function toolsOf(call) {
  const search = async (query, limit, searchIn) =>
    itemsIn(textOf(await call('context_search', { query, limit, searchIn, includeMetadata: true }))).map(
      ({ key }) => key,
    )
  return {
    async tell(items) {
      for (const { id, text } of items) {
        // It answers a failed save in the same form as a good one.
        const said = textOf(await call('context_save', { key: id, value: text, category: 'note' }))
        if (!said.startsWith('Saved:')) throw new Error(said)
      }
      return items.map(({ id }) => id)
    },
    async ask(question, limit) {
      const said = textOf(await call('context_semantic_search', { query: question, topK: limit }))
      return [...said.matchAll(/^ {3}Key: (.+)$/gm)].map(([, key]) => key)
    },
    find: (word, limit) => search(word, limit, ['value']),
    async holding(keys) {
      const there = []
      for (const key of keys) if ((await search(key, 10, ['key'])).includes(key)) there.push(key)
      return there
    },
  }
}

/** SQLite behind a server for coding agents; its search in plain words compares hashed letter triples. */
export const mcpMemoryKeeper = {
  name: 'mcp-memory-keeper',
  version,
  install: () => installOnce('mcp-memory-keeper', version),
  launch,
  start: (home, store) => startServer(launch(home, store), toolsOf),
  syncs: false,
  remark:
    'one item a turn by `context_save`, `context_semantic_search` with the question (its vectors are hashes of letter triples and words, no model), `context_search` for words. Its SQLite is left at WAL’s weaker setting, which syncs at checkpoints and not with every write. Its program starts a second process, and both count. SQLite is a native module there, compiled at installation where no ready one can be fetched; what the compiler leaves is not counted.',
}
