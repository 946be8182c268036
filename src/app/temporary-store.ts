import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A closed terminal is one of them. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * A data directory that lasts as long as `work`, and not a moment longer: not after an error, not after Ctrl-C, nor when
 * whoever read the output has gone.
 */
export async function withTemporaryStore<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  // As shells count the end by a signal.
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
