import type { StoredMemory } from '../../memory/memory.js'
import { duplicateOf } from '../../memory/semantic/links.js'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import type { Using } from '../machinery/operation-context.js'
import { unlessAborted } from '../machinery/run-in-slices.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { structuralEdge } from '../writing/edges.js'
import { nearestInScope } from './nearest-in-scope.js'
import { type ConsolidationScope, groupBySession, newMemories } from './new-memories.js'
import { type ComparedMemory, WordingCache } from './wording-cache.js'

/** CON2. */
const minCosine = 0.95
const maxDuplicates = 2_000
/** Per request to the reader thread, so that a recall does not wait for more. */
const comparedPerRequest = 8

/** Small pages, so that an aborted run ends soon. */
const run = { name: 'light', kinds: ['episode', 'note'], pageSize: 200 } as const

interface HiddenDuplicate {
  readonly hidden: ComparedMemory
  readonly oldest: ComparedMemory
}

type Finding = Using<MemoryReader & MemorySearch, 'embedder' | 'signal'>

/** CON2: hides duplicates behind the oldest and moves their links to it. */
export async function hideDuplicates(
  scope: ConsolidationScope,
  context: Using<
    MemoryWriter & MemoryReader & ChangeFeed & MemorySearch,
    'clock' | 'signal' | 'onProgress' | 'embedder'
  >,
) {
  let processed = 0
  let hidden = 0
  for await (const page of newMemories(run, scope, context)) {
    const hidePage = async () => {
      const memories = await page.load()
      const found = await findDuplicates(memories, context)
      const now = context.clock.now()
      await context.memories.commit({
        at: now,
        change: found.map(({ hidden }) => ({ id: hidden.id, version: hidden.version, state: 'hidden' as const })),
        carry: found.map(({ hidden, oldest }) => ({ from: hidden.id, to: oldest.id })),
        connect: found.map(({ hidden, oldest }) => structuralEdge(duplicateOf, hidden.id, oldest.id, now)),
        checkpoints: page.checkpoint,
      })
      return { processed: memories.length, hidden: found.length }
    }
    const done = await unlessAborted(context, () => retryOnConflict(hidePage))
    if (done === undefined) break
    processed += done.processed
    hidden += done.hidden
  }
  return { processed, hidden }
}

async function findDuplicates(memories: readonly StoredMemory[], context: Finding): Promise<HiddenDuplicate[]> {
  const duplicates = new Map<string, HiddenDuplicate>()
  const wordings = new WordingCache(context)
  for (const group of groupBySession(memories)) {
    for (let from = 0; from < group.length; from += comparedPerRequest) {
      const some = group.slice(from, from + comparedPerRequest).filter(({ id }) => !duplicates.has(id))
      if (some.length === 0) continue
      const near = await nearestInScope(some, { kinds: run.kinds, most: maxDuplicates, minCosine }, context)
      for (const [index, memory] of some.entries()) {
        const same = await wordings.sameAs(
          memory,
          near[index].map(({ id }) => id),
        )
        const [oldest, ...others] = same.filter(({ id }) => !duplicates.has(id)).sort(byAge)
        for (const hidden of others) duplicates.set(hidden.id, { hidden, oldest })
      }
    }
  }
  return [...duplicates.values()]
}

const byAge = (a: ComparedMemory, b: ComparedMemory): number => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1)
