import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** SIGHUP is sent when the terminal is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Removes the data directory when `work` ends: also after an error, Ctrl-C or a closed output pipe. */
export async function withTemporaryStore<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  // Shells report the end by a signal as 128 plus its number.
  const stop = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  process.once('exit', remove)
  for (const signal of signals) process.once(signal, stop)
  try {
    return await work(dataDir)
  } finally {
    process.off('exit', remove)
    for (const signal of signals) process.off(signal, stop)
    remove()
  }
}
