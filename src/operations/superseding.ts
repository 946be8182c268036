import { invalid } from '../errors.js'
import type { StoredMemory } from '../memory/memory.js'
import { derivedFrom, versionOf } from '../memory/semantic/links.js'
import { formatTime } from '../memory/time.js'
import type { MemoryStore } from '../ports/memory-store.js'
import { structuralEdge, versionChain } from './linking.js'
import type { OperationContext } from './operation-context.js'
import { compose, type Draft } from './writing.js'

interface Superseded {
  readonly id: string
  readonly validFrom: number
  /** Memories that were derived from the old one and are now to be reviewed (SEM6). */
  readonly reviewIds: readonly string[]
}

/**
 * SEM5: one transaction closes the old version, opens the new one under a new id, carries every open edge over, links
 * the two and marks what was derived from the old one. A conflict when somebody else was faster.
 */
export async function supersede(old: StoredMemory, draft: Draft, context: OperationContext): Promise<Superseded> {
  const now = context.clock.now()
  const reviewIds = await findDerived([old.id], context.memories)
  const added = await compose(draft, now, context)
  const { id } = added.memory
  await context.memories.commit({
    at: now,
    // A clock may go back, and what was imported may begin later: no version ends before it began.
    change: [{ id: old.id, version: old.version, validTo: Math.max(now, old.validFrom) }],
    add: [added],
    // Ids and times only: a reason must not outlive the text that it speaks of.
    review: [{ derivedFrom: old.id, reason: `derived from ${old.id}, which ${id} superseded on ${formatTime(now)}` }],
    carry: [{ from: old.id, to: id }],
    connect: [structuralEdge(versionOf, id, old.id, now)],
  })
  return { id, validFrom: now, reviewIds }
}

/** A closed version stays as it was: the error names the one that holds now. */
export async function assertCurrent(memory: StoredMemory, memories: MemoryStore, field: string): Promise<void> {
  if (memory.validTo === null) return
  const current = (await versionChain(memory.id, memories)).at(-1)
  throw invalid(field, `${memory.id} was superseded; the current version is ${current}`)
}

/** Everything derived from these, step by step. */
async function findDerived(ids: readonly string[], memories: MemoryStore): Promise<readonly string[]> {
  const known = new Set(ids)
  for (let step = ids; step.length > 0; ) {
    const from = new Set(step)
    const edges = await memories.neighbours(step, [derivedFrom])
    step = edges.flatMap(({ source, target }) => (from.has(target) && !known.has(source) ? [source] : []))
    for (const id of step) known.add(id)
  }
  return [...known].slice(ids.length)
}
