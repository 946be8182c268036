import type { InputOf } from '#ww/index.js'
import { openWorldWeaver } from '#ww/index.js'
import { engineOptions, openStoreIn } from './engine.js'

const quiet = {
  session: 'default',
  project: null,
  logLevel: 'silent',
  threads: 'inline',
  autoConsolidate: null,
} as const

/** The turns that became episodes, and hold. */
export const episodesOf = (dataDir: string, session?: string): Promise<string[]> => textsOf(dataDir, 'episode', session)

/** What conversations taught, and holds. */
export const lessonsOf = (dataDir: string): Promise<string[]> => textsOf(dataDir, 'lesson')

async function textsOf(dataDir: string, kind: 'episode' | 'lesson', session?: string): Promise<string[]> {
  const store = openStoreIn(dataDir)
  try {
    const filter = { kinds: [kind], ...(session === undefined ? {} : { session }) }
    const { memories } = await store.query(filter, { offset: 0, limit: 100 })
    return memories.filter(({ source, validTo }) => source === 'workflow' && validTo === null).map(({ text }) => text)
  } finally {
    await store.close()
  }
}

/** Memories that are there before a server opens the folder, or beside it: as another door would tell them. */
export async function tell(dataDir: string, memories: readonly InputOf<'remember'>[]): Promise<string[]> {
  const engine = engineOptions(dataDir)
  const mind = openWorldWeaver({ dataDir, ...quiet, ...engine })
  const ids: string[] = []
  for (const memory of memories) ids.push((await mind.call('remember', memory)).id)
  await mind.close()
  await engine.connections?.close()
  return ids
}
