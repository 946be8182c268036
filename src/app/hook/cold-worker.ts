import { parentPort, workerData } from 'node:worker_threads'
import { createStaticEmbedder } from '../../adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '../../adapters/embedders/static/static-token-space.js'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-memory-store.js'
import { systemClock } from '../../adapters/system/system-clock.js'
import { defaultWeights, resolveWeights } from '../../memory/activation/weights.js'
import { type Occasion, speak } from '../../operations/habit/speak.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import { databasePath, readTenant } from '../data-dir.js'

/** Only what speaking needs: the operations and their schemas take longer to load than all of this. */
const { dataDir, occasion } = workerData as { readonly dataDir: string; readonly occasion: Occasion }

const { WW_WEIGHTS, WW_DATABASE_URL: url } = process.env
const memories = url ? await openDatabase(url) : openSqliteStore({ path: databasePath({ dataDir }), threads: 'inline' })
const spoken = await speak(occasion, {
  memories,
  embedder: createStaticEmbedder(),
  tokenSpace: openStaticTokenSpace,
  weights: WW_WEIGHTS ? resolveWeights(JSON.parse(WW_WEIGHTS)) : defaultWeights,
  clock: systemClock,
})
parentPort?.postMessage(spoken ?? null)
await memories.close()

/** Loaded by those who have one. */
async function openDatabase(url: string): Promise<MemoryStore> {
  const { openPostgresStore } = await import('../../adapters/postgres/postgres-memory-store.js')
  return openPostgresStore({ url, tenant: readTenant(process.env) })
}
