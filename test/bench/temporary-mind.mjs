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
