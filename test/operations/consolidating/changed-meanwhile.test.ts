import { expect, test } from 'vitest'
import { archiveMemories, findArchivable } from '#ww/operations/consolidation/archive-memories.js'
import { pruneEdges } from '#ww/operations/consolidation/prune-edges.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { anEdge, days, idOf, newMemories, start } from '../../support/memories.js'
import { createSettableClock, useMinds } from '../../support/minds.js'

const minds = useMinds()
const clock = createSettableClock(start + days(400))

async function aStoreOf(count: number): Promise<MemoryStore> {
  const memories = await newMemories(Array.from({ length: count }, (_, at) => ({ id: idOf(at), importance: 0.1 })))
  return minds.openStore(await minds.folderWith(memories))
}

/** The store, with something that happens right behind the first look at its edges. */
function interrupted(store: MemoryStore, meanwhile: () => Promise<unknown>): MemoryStore {
  let hasHappened = false
  return {
    ...store,
    async scanEdges(after, limit) {
      const page = await store.scanEdges(after, limit)
      if (!hasHappened) await meanwhile()
      hasHappened = true
      return page
    },
  }
}

const faded = (from: number, to: number) => anEdge({ source: idOf(from), target: idOf(to), type: 'USES', weight: 0.02 })

test('[ACT5] an edge whose end is forgotten while edges are pruned does not keep the others from it', async () => {
  const store = await aStoreOf(4)
  await store.commit({ at: start, connect: [faded(0, 1), faded(2, 3)] })
  const memories = interrupted(store, () => store.erase({ at: start, ids: [idOf(0)] }))
  expect(await pruneEdges({ memories, clock })).toBe(1)
  expect(await store.neighbours([idOf(1), idOf(2)])).toEqual([])
})

test('[ACT5] pruning that was called off goes on in the next run, not on the next day', async () => {
  const memories = await aStoreOf(2)
  await memories.commit({ at: start, connect: [faded(0, 1)] })
  expect(await pruneEdges({ memories, clock, signal: AbortSignal.abort() })).toBe(0)
  expect(await pruneEdges({ memories, clock })).toBe(1)
})

test('[CON6] what changes while memories are retired stays, and the others are retired', async () => {
  const memories = await aStoreOf(2)
  const policy = { minAgeDays: 100, maxRetrievability: 0.9, maxImportance: 0.3 }
  const context = { memories, clock }
  const found = await findArchivable(policy, {}, context)
  await memories.commit({ at: clock.now(), change: [{ id: idOf(0), version: 1, importance: 0.9 }] })
  await archiveMemories(found, context)
  expect((await memories.get([idOf(0), idOf(1)])).map((memory) => memory?.state)).toEqual(['active', 'retired'])
})
