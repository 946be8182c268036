import type { InputOf } from '#ww/index.js'
import { openWorldWeaver } from '#ww/index.js'

/** Memories that are there before a server opens the folder, or beside it: as another door would tell them. */
export async function tell(dataDir: string, memories: readonly InputOf<'remember'>[]): Promise<string[]> {
  const quiet = {
    session: 'default',
    project: null,
    logLevel: 'silent',
    threads: 'inline',
    autoConsolidate: null,
  } as const
  const mind = openWorldWeaver({ dataDir, ...quiet })
  const ids: string[] = []
  for (const memory of memories) ids.push((await mind.call('remember', memory)).id)
  await mind.close()
  return ids
}
