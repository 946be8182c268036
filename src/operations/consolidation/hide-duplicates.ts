import { isDuplicate } from '../../memory/consolidation/duplicates.js'
import type { StoredMemory } from '../../memory/memory.js'
import { duplicateOf } from '../../memory/semantic/links.js'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import type { Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { structuralEdge } from '../writing/edges.js'
import { nearestInScope } from './nearest-in-scope.js'
import { type ConsolidationScope, groupBySession, newMemories } from './new-memories.js'

/** CON2. */
const minCosine = 0.95
const maxDuplicates = 2_000
/** Per request to the reader thread, so that a recall does not wait for more. */
const comparedPerRequest = 8

/** Small pages, so that an aborted run ends soon. */
const run = { name: 'light', kinds: ['episode', 'note'], pageSize: 200 } as const

interface HiddenDuplicate {
  readonly hidden: StoredMemory
  readonly oldest: StoredMemory
}

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
    const done = await retryOnConflict(async () => {
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
    })
    processed += done.processed
    hidden += done.hidden
  }
  return { processed, hidden }
}

async function findDuplicates(
  memories: readonly StoredMemory[],
  context: Using<MemoryReader & MemorySearch, 'embedder'>,
): Promise<HiddenDuplicate[]> {
  const duplicates = new Map<string, HiddenDuplicate>()
  for (const group of groupBySession(memories)) {
    for (let from = 0; from < group.length; from += comparedPerRequest) {
      const some = group.slice(from, from + comparedPerRequest).filter(({ id }) => !duplicates.has(id))
      if (some.length === 0) continue
      const near = await nearTo(some, context)
      some.forEach((memory, index) => {
        const same = [memory, ...near[index].filter((other) => isSameMemory(memory, other))]
        const [oldest, ...others] = same.filter(({ id }) => !duplicates.has(id)).sort(byAge)
        for (const hidden of others) duplicates.set(hidden.id, { hidden, oldest })
      })
    }
  }
  return [...duplicates.values()]
}

async function nearTo(some: readonly StoredMemory[], context: Using<MemoryReader & MemorySearch, 'embedder'>) {
  const near = await nearestInScope(some, { kinds: run.kinds, most: maxDuplicates, minCosine }, context)
  return Promise.all(
    near.map(async (each) =>
      (await context.memories.get(each.map(({ id }) => id))).filter((memory) => memory !== undefined),
    ),
  )
}

function isSameMemory(memory: StoredMemory, other: StoredMemory): boolean {
  return (
    other.state === 'active' &&
    other.kind === memory.kind &&
    (other.facets.outcome ?? null) === (memory.facets.outcome ?? null) &&
    isDuplicate(memory.text, other.text)
  )
}

const byAge = (a: StoredMemory, b: StoredMemory): number => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1)
