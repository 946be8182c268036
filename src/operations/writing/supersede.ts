import type { StoredMemory } from '../../memory/memory.js'
import { withoutDecisions } from '../../memory/review/decision.js'
import { derivedFrom, versionOf } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import type { Composing, Using } from '../machinery/operation-context.js'
import { structuralEdge } from './edges.js'
import { compose, type Draft } from './write-memory.js'

interface Superseded {
  readonly id: string
  readonly validFrom: number
  /** Memories derived from the old version, which now need review (SEM6). */
  readonly reviewIds: readonly string[]
}

/**
 * SEM5: one transaction closes the old version, opens the new one under a new id, moves every open edge to it, links
 * the two and flags what was derived from the old one. A conflict if another caller was faster.
 */
export async function supersede(
  old: StoredMemory,
  draft: Draft,
  context: Using<MemoryGraph & MemoryWriter, Composing | 'clock'>,
): Promise<Superseded> {
  const now = context.clock.now()
  const reviewIds = await findDerived([old.id], context.memories)
  const added = await compose({ ...draft, facets: withoutDecisions(draft.facets) }, now, context)
  const { id } = added.memory
  await context.memories.commit({
    at: now,
    // The clock may go back, and an imported version may begin in the future: no version ends before it begins.
    change: [{ id: old.id, version: old.version, validTo: Math.max(now, old.validFrom) }],
    add: [added],
    // Ids and times only, so that the reason keeps no text that is erased later.
    review: [{ derivedFrom: old.id, reason: `derived from ${old.id}, which ${id} superseded on ${formatTime(now)}` }],
    carry: [{ from: old.id, to: id }],
    connect: [structuralEdge(versionOf, id, old.id, now)],
  })
  return { id, validFrom: now, reviewIds }
}

/** Everything derived from these, directly or indirectly. */
export async function findDerived(ids: readonly string[], memories: MemoryGraph): Promise<readonly string[]> {
  const known = new Set(ids)
  for (let step = ids; step.length > 0; ) {
    const from = new Set(step)
    const edges = await memories.neighbours(step, [derivedFrom])
    step = edges.flatMap(({ source, target }) => (from.has(target) && !known.has(source) ? [source] : []))
    for (const id of step) known.add(id)
  }
  return [...known].slice(ids.length)
}
