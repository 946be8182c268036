import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorldWeaver } from '#ww/index.js'

/** An empty memory in a folder of its own, gone after `work`. */
export async function withMind(parts, work) {
  const folder = mkdtempSync(join(tmpdir(), 'ww-bench-'))
  const mind = openWorldWeaver({ dataDir: folder, session: 'default', project: null, ...parts })
  try {
    return await work(mind)
  } finally {
    await mind.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same in a database: each a tenant of its own, which goes with the database. */
export function mindsIn(databaseUrl) {
  let made = 0
  return (parts, work) => withMind({ databaseUrl, tenant: `bench-${++made}`, ...parts }, work)
}
