import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installOnce } from './install.mjs'

const version = '7.2.0'

async function start(home) {
  const { default: MiniSearch } = await import(
    pathToFileURL(join(home, 'node_modules/minisearch/dist/es/index.js')).href
  )
  const index = new MiniSearch({ fields: ['text'] })
  return {
    async tell(items) {
      index.addAll(items)
      return items.map(({ id }) => id)
    },
    ask: async (question, limit) =>
      index
        .search(question)
        .slice(0, limit)
        .map(({ id }) => id),
    async stop() {},
  }
}

/** No memory server: the search library that one builds a memory with by hand. */
export const minisearch = {
  name: 'minisearch',
  version,
  install: () => installOnce('minisearch', version),
  start,
  remark:
    'a search library (BM25+), for who would rather build than install: `add`, `search` with the question, nothing tuned. It has no server and no file, so there is no start-up, no client between and no store to share: it runs in the benchmark’s own process and keeps nothing. To keep it, its user writes the whole index as JSON.',
}
