import { isPruned } from '../../memory/activation/hebbian.js'
import { dayMs } from '../../memory/time.js'
import { retryOnConflict } from '../changing.js'
import type { OperationContext } from '../operation-context.js'

const scannedAtOnce = 5_000
const bookmark = 'edges pruned'

/** ACT5: what nobody used for long falls out of the graph. Fading is slow, so that once a day is enough. */
export async function pruneEdges({
  memories,
  clock,
  signal,
}: Pick<OperationContext, 'memories' | 'clock' | 'signal'>): Promise<number> {
  const now = clock.now()
  const last = (await memories.bookmarks([bookmark]))[bookmark]
  if (typeof last === 'number' && now - last < dayMs) return 0
  let pruned = 0
  for (let after: number | null = 0; after !== null && signal?.aborted !== true; ) {
    const from: number = after
    // Anew from the reading: one of the ends may have been forgotten meanwhile.
    const page = await retryOnConflict(async () => {
      const { edges, next } = await memories.scanEdges(from, scannedAtOnce)
      const faded = edges.filter((edge) => isPruned(edge, now))
      const closed = faded.map((edge) => ({ ...edge, validTo: now }))
      if (closed.length > 0) await memories.commit({ at: now, connect: closed })
      return { pruned: closed.length, next }
    })
    pruned += page.pruned
    after = page.next
  }
  // One that was called off has the rest still to do.
  if (signal?.aborted !== true) await memories.commit({ at: now, bookmarks: { [bookmark]: now } })
  return pruned
}
