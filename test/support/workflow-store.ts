import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { databasePath } from '#ww/app/data-dir.js'
import type { InputOf } from '#ww/index.js'
import { openWorldWeaver } from '#ww/index.js'

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
  const store = openSqliteStore({ path: databasePath({ dataDir }), threads: 'inline' })
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
  const mind = openWorldWeaver({ dataDir, ...quiet })
  const ids: string[] = []
  for (const memory of memories) ids.push((await mind.call('remember', memory)).id)
  await mind.close()
  return ids
}
