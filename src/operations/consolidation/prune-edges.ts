import { isPruned } from '../../memory/activation/hebbian.js'
import { dayMs } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import type { Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'

const edgesPerPage = 5_000
const checkpoint = 'edges pruned'

/** ACT5: closes edges that have not been used for long. They fade slowly, so once a day is enough. */
export async function pruneEdges({
  memories,
  clock,
  signal,
}: Using<MemoryReader & MemoryGraph & MemoryWriter, 'clock' | 'signal'>): Promise<number> {
  const now = clock.now()
  const last = (await memories.checkpoints([checkpoint]))[checkpoint]
  if (typeof last === 'number' && now - last < dayMs) return 0
  let pruned = 0
  for (let after: number | null = 0; after !== null && signal?.aborted !== true; ) {
    const from: number = after
    // A retry reads the page again: one of the ends may have been forgotten meanwhile.
    const page = await retryOnConflict(async () => {
      const { edges, next } = await memories.scanEdges(from, edgesPerPage)
      const faded = edges.filter((edge) => isPruned(edge, now))
      const closed = faded.map((edge) => ({ ...edge, validTo: now }))
      if (closed.length > 0) await memories.commit({ at: now, connect: closed })
      return { pruned: closed.length, next }
    })
    pruned += page.pruned
    after = page.next
  }
  // An aborted run leaves edges to scan, so it does not count.
  if (signal?.aborted !== true) await memories.commit({ at: now, checkpoints: { [checkpoint]: now } })
  return pruned
}
