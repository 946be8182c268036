import { isDuplicate } from '../../memory/consolidation/duplicates.js'
import type { StoredMemory } from '../../memory/memory.js'
import { duplicateOf } from '../../memory/semantic/links.js'
import { retryOnConflict } from '../changing.js'
import { structuralEdge } from '../linking.js'
import type { OperationContext } from '../operation-context.js'
import { nearestAtHome } from './nearest-at-home.js'
import { bySession, type ConsolidationScope, newMemories } from './new-memories.js'

/** CON2. */
const minCosine = 0.95
const mostTwins = 2_000
/** Compared with all others in one turn of the reader, so that a recall never waits for more. */
const comparedAtOnce = 8

/** Small pages: a run that is called off ends soon. */
const run = { name: 'light', kinds: ['episode', 'note'], pageSize: 200 } as const

interface Twin {
  readonly hidden: StoredMemory
  readonly oldest: StoredMemory
}

/** CON2: duplicates hide behind the oldest, and links move to it. */
export async function hideDuplicates(scope: ConsolidationScope, context: OperationContext) {
  let processed = 0
  let hidden = 0
  for await (const page of newMemories(run, scope, context)) {
    const done = await retryOnConflict(async () => {
      const memories = await page.load()
      const found = await findTwins(memories, context)
      const now = context.clock.now()
      await context.memories.commit({
        at: now,
        change: found.map(({ hidden }) => ({ id: hidden.id, version: hidden.version, state: 'hidden' as const })),
        carry: found.map(({ hidden, oldest }) => ({ from: hidden.id, to: oldest.id })),
        connect: found.map(({ hidden, oldest }) => structuralEdge(duplicateOf, hidden.id, oldest.id, now)),
        bookmarks: page.bookmark,
      })
      return { processed: memories.length, hidden: found.length }
    })
    processed += done.processed
    hidden += done.hidden
  }
  return { processed, hidden }
}

async function findTwins(memories: readonly StoredMemory[], context: OperationContext): Promise<Twin[]> {
  const twins = new Map<string, Twin>()
  for (const group of bySession(memories)) {
    for (let from = 0; from < group.length; from += comparedAtOnce) {
      const some = group.slice(from, from + comparedAtOnce).filter(({ id }) => !twins.has(id))
      if (some.length === 0) continue
      const near = await nearTo(some, context)
      some.forEach((memory, index) => {
        const same = [memory, ...near[index].filter((other) => isTwin(memory, other))]
        const [oldest, ...others] = same.filter(({ id }) => !twins.has(id)).sort(byAge)
        for (const hidden of others) twins.set(hidden.id, { hidden, oldest })
      })
    }
  }
  return [...twins.values()]
}

async function nearTo(some: readonly StoredMemory[], context: OperationContext) {
  const near = await nearestAtHome(some, { kinds: run.kinds, most: mostTwins, minCosine }, context)
  return Promise.all(
    near.map(async (each) =>
      (await context.memories.get(each.map(({ id }) => id))).filter((memory) => memory !== undefined),
    ),
  )
}

function isTwin(memory: StoredMemory, other: StoredMemory): boolean {
  return (
    other.state === 'active' &&
    other.kind === memory.kind &&
    (other.facets.outcome ?? null) === (memory.facets.outcome ?? null) &&
    isDuplicate(memory.text, other.text)
  )
}

const byAge = (a: StoredMemory, b: StoredMemory): number => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1)
