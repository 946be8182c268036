import { setFlagsFromString } from 'node:v8'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-memory-store.js'
import type { HookEvent, Injection } from '../../operations/hooks/compose-context.js'
import { databasePath, readTenant } from '../configuration/data-dir.js'

/** Opens the store and asks it, for a hook without a running server. */
export function askCold(dataDir: string, event: HookEvent, endsAt: number | undefined): Promise<Injection | undefined> {
  const { WW_DATABASE_URL: url } = process.env
  return url ? askDatabase(url, event) : askFile(databasePath({ dataDir }), event, endsAt)
}

/**
 * A thread reads the memories while this one loads the code that asks them (`npm run bench:hooks`). So this one can end
 * in time, whatever the thread does.
 */
async function askFile(path: string, event: HookEvent, endsAt: number | undefined): Promise<Injection | undefined> {
  const memories = openSqliteStore({ path, endsAt })
  // Starts the thread first, since it takes longest.
  memories.languages().then(interpretExpressions, ignore)
  const { embedder, composeOnce } = await import('./compose-once.js')
  // The thread loads its vectors while this one embeds the question.
  if (event.hook !== 'start') memories.vectors([], embedder.identity).catch(ignore)
  try {
    return await composeOnce(event, memories)
  } finally {
    // Waits for the thread's other answers: ending a thread while it reads crashes the process.
    await memories.newestSeq().catch(ignore)
  }
}

async function askDatabase(url: string, event: HookEvent): Promise<Injection | undefined> {
  interpretExpressions()
  const { backupFiles } = await import('../../adapters/engine-copy/backup-files.js')
  const { openPostgresStore } = await import('../../adapters/postgres/postgres-memory-store.js')
  const { composeOnce } = await import('./compose-once.js')
  return composeOnce(event, openPostgresStore({ url, tenant: readTenant(process.env), backupFiles }))
}

/**
 * V8 compiles a regular expression when it is used again. Compiling those that parse times takes 0.1 s, which does not
 * pay off in so short a process (`npm run bench:hooks`). Called after the thread has started: after a change of flags,
 * Node.js compiles its own modules again.
 */
function interpretExpressions(): void {
  setFlagsFromString('--regexp-tier-up-ticks=100')
}

/** The same error also fails the question itself. */
const ignore = (): void => undefined
