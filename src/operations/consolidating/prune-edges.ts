import { isPruned } from '../../memory/activation/hebbian.js'
import { dayMs } from '../../memory/time.js'
import type { OperationContext } from '../operation-context.js'

const scannedAtOnce = 5_000
const bookmark = 'edges pruned'

/** ACT5: what nobody used for long falls out of the graph. Fading is slow, so that once a day is enough. */
export async function pruneEdges({ memories, clock, signal }: OperationContext): Promise<number> {
  const now = clock.now()
  const last = (await memories.bookmarks([bookmark]))[bookmark]
  if (typeof last === 'number' && now - last < dayMs) return 0
  let pruned = 0
  for (let after: number | null = 0; after !== null && signal?.aborted !== true; ) {
    const { edges, next } = await memories.scanEdges(after, scannedAtOnce)
    const faded = edges.filter((edge) => isPruned(edge, now))
    if (faded.length > 0) await memories.commit({ at: now, connect: faded.map((edge) => ({ ...edge, validTo: now })) })
    pruned += faded.length
    after = next
  }
  await memories.commit({ at: now, bookmarks: { [bookmark]: now } })
  return pruned
}
