import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data directory that lasts as long as `work`, and not a moment longer: not after an error, not after Ctrl-C. */
export async function withTemporaryStore<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const stop = (signal: NodeJS.Signals) => {
    remove()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work(dataDir)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    remove()
  }
}
