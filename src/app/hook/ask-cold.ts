import { setFlagsFromString } from 'node:v8'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-memory-store.js'
import type { Occasion, Spoken } from '../../operations/habit/speak.js'
import { databasePath, readTenant } from '../data-dir.js'

/** Asks the store where no server runs. */
export function askCold(dataDir: string, occasion: Occasion, endsAt: number | undefined): Promise<Spoken | undefined> {
  const { WW_DATABASE_URL: url } = process.env
  return url ? askDatabase(url, occasion) : askFile(databasePath({ dataDir }), occasion, endsAt)
}

/**
 * The memories are read in a thread of their own; this one meanwhile loads what it takes to ask them, and can end in
 * time, whatever the other does.
 */
async function askFile(path: string, occasion: Occasion, endsAt: number | undefined): Promise<Spoken | undefined> {
  const memories = openSqliteStore({ path, endsAt })
  // Starts the thread, which has the longest way to go.
  memories.languages().then(interpretExpressions, ignore)
  const { embedder, speakOnce } = await import('./speak-once.js')
  // It gets ready for the question while that is read here.
  if (occasion.hook !== 'start') memories.vectors([], embedder.identity).catch(ignore)
  try {
    return await speakOnce(occasion, memories)
  } finally {
    // What it was asked besides is answered first: a thread that is ended while it reads takes the process with it.
    await memories.newestSeq().catch(ignore)
  }
}

async function askDatabase(url: string, occasion: Occasion): Promise<Spoken | undefined> {
  interpretExpressions()
  const { openPostgresStore } = await import('../../adapters/postgres/postgres-memory-store.js')
  const { speakOnce } = await import('./speak-once.js')
  return speakOnce(occasion, openPostgresStore({ url, tenant: readTenant(process.env) }))
}

/**
 * V8 compiles an expression when it is used again. Those that find a time take a tenth of a second, which nobody here
 * gets back. Not before the thread has started: after a change of flags, Node.js has to compile its own modules anew.
 */
function interpretExpressions(): void {
  setFlagsFromString('--regexp-tier-up-ticks=100')
}

/** Whatever it was, the question itself will fail by it. */
const ignore = (): void => undefined
