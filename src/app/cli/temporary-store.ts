import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEnding } from './before-ending.js'

/** Removes the data directory when `work` ends: also after an error, Ctrl-C or a closed output pipe. */
export async function withTemporaryStore<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const release = beforeEnding(remove)
  try {
    return await work(dataDir)
  } finally {
    process.off('exit', remove)
    release()
    remove()
  }
}
