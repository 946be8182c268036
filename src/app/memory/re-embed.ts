import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../ports/clock.js'
import type { Embedder } from '../../ports/embedder.js'
import type { Log } from '../../ports/log.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import { StoreConflict } from '../../ports/store/errors.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'

type EmbeddableStore = MemoryReader & MemoryWriter & StoreCoordinator

const batchSize = 64
const leaseMs = 60_000

interface Surroundings {
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
}

/** Repeats after the lease time: the holder may have died, or a process with another model may have written. */
export async function embedInBackground(
  memories: EmbeddableStore,
  embedder: Embedder,
  { clock, log, signal }: Surroundings,
) {
  while (!signal.aborted) {
    await embedMissing(memories, embedder, clock, signal).catch((error: unknown) =>
      log.warn('embedding in the background stopped', { error }),
    )
    await pause(leaseMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/**
 * Gives every memory a vector of this model, in the background and in one process at a time. Vectors of other
 * models stay, for processes that use those models.
 */
async function embedMissing(
  memories: EmbeddableStore,
  embedder: Embedder,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if ((await memories.unembedded(embedder.identity, 1, signal)).length === 0) return
  const lease = await memories.lease(`embed:${embedder.identity}`, leaseMs)
  if (lease === undefined) return
  try {
    while (!signal.aborted) {
      const missing = await memories.unembedded(embedder.identity, batchSize, signal)
      if (missing.length === 0 || !(await lease.renew(leaseMs))) return
      const vectors = await embedder.embed(missing.map(({ text }) => text))
      const embed = missing.map(({ id }, index) => ({
        id,
        vector: { model: embedder.identity, values: vectors[index] },
      }))
      await memories.commit({ at: clock.now(), embed }).catch((error: unknown) => {
        // A memory was erased meanwhile; the next round reads again what is missing.
        if (!(error instanceof StoreConflict)) throw error
      })
    }
  } finally {
    await lease.release()
  }
}
