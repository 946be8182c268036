import { quoteSource } from '../../memory/consolidation/quote.js'
import type { Edge, StoredMemory } from '../../memory/memory.js'
import { derivedFrom, duplicateOf, versionOf } from '../../memory/semantic/links.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'

/** Which memories are erased, and what happens to those that remain. */
export interface ErasurePlan {
  /** The requested memories, all their versions, and the duplicates hidden behind them. */
  readonly ids: readonly string[]
  /** Memories derived from those that have no other source or quote them, with the versions they replaced. */
  readonly derivedIds: readonly string[]
  /** The current memories among the derived that only quote an erased one: they are rewritten from their other sources. */
  readonly quoting: readonly QuotingMemory[]
  /** Memories that stay although derived from erased ones, directly or not; each with its nearest erased source. */
  readonly survivors: ReadonlyMap<string, string>
}

export interface QuotingMemory {
  readonly memory: StoredMemory
  /** Its remaining sources. */
  readonly grounds: readonly string[]
}

export interface ErasureLimits {
  readonly keepsDerived: boolean
  /** COM3: derived memories that the caller cannot see are not erased, but flagged for review. */
  readonly mayErase: (memory: StoredMemory) => boolean
}

export async function planErasure(
  asked: readonly string[],
  { keepsDerived, mayErase }: ErasureLimits,
  memories: MemoryGraph & MemoryReader,
): Promise<ErasurePlan> {
  const ids = await reach(asked, (step) => versionsAndDuplicates(step, memories))
  const gone = new Set(ids)
  // A rewritten memory remains a source of others.
  const quoting = new Map<string, QuotingMemory>()
  for (let step = keepsDerived ? [] : [...ids]; step.length > 0; ) {
    const going = await findDerivedToErase(step, gone, memories, mayErase)
    for (const { memory, grounds } of going) {
      if (grounds.length > 0 && memory.validTo === null) quoting.set(memory.id, { memory, grounds })
      else quoting.delete(memory.id)
    }
    const derived = going.map(({ memory }) => memory.id)
    const withOlder = await reach(derived, (each) => olderVersionsAndDuplicates(each, memories))
    step = [...withOlder].filter((id) => !gone.has(id) && !quoting.has(id))
    for (const id of step) gone.add(id)
  }
  const erased = new Set([...gone, ...quoting.keys()])
  return {
    ids: [...ids],
    derivedIds: [...erased].slice(ids.size),
    quoting: [...quoting.values()],
    survivors: await findSurvivors(erased, memories),
  }
}

/** All ids reachable from these, these included. */
async function reach(
  from: readonly string[],
  next: (step: readonly string[]) => Promise<readonly string[]>,
): Promise<Set<string>> {
  const reached = new Set(from)
  for (let step = [...reached]; step.length > 0; ) {
    step = [...new Set(await next(step))].filter((id) => !reached.has(id))
    for (const id of step) reached.add(id)
  }
  return reached
}

/** Older and newer versions, and hidden duplicates. A duplicate that was brought back is a memory of its own. */
async function versionsAndDuplicates(ids: readonly string[], memories: MemoryGraph): Promise<string[]> {
  const at = new Set(ids)
  const edges = await memories.neighbours(ids, [versionOf, duplicateOf])
  return edges.flatMap(({ type, source, target }) => {
    if (type === versionOf) return [source, target]
    return at.has(target) ? [source] : []
  })
}

/** Older versions only: newer ones have sources of their own. */
async function olderVersionsAndDuplicates(ids: readonly string[], memories: MemoryGraph): Promise<string[]> {
  const at = new Set(ids)
  const edges = await memories.neighbours(ids, [versionOf, duplicateOf])
  return edges.flatMap(({ type, source, target }) => {
    if (type === versionOf) return at.has(source) ? [target] : []
    return at.has(target) ? [source] : []
  })
}

/** Of all memories ever derived from these, those without another source and those that quote an erased one. */
async function findDerivedToErase(
  ids: readonly string[],
  gone: ReadonlySet<string>,
  memories: MemoryGraph & MemoryReader,
  mayErase: ErasureLimits['mayErase'],
): Promise<QuotingMemory[]> {
  const at = new Set(ids)
  const edges = await memories.neighbours(ids, [derivedFrom], 'ever')
  const derived = new Set(edges.flatMap(({ source, target }) => (at.has(target) && !gone.has(source) ? [source] : [])))
  const grounds = await groundsOf([...derived], memories)
  const found = await memories.get([...derived])
  return found.flatMap((memory) => {
    if (memory === undefined || !mayErase(memory)) return []
    const quoted = quoteSource(memory.facets)
    // A workspace answer mixes the words of all its sources, so it goes with any of them; it can be asked for again.
    const isAnswer = typeof memory.facets.answer_to === 'string'
    const left = isAnswer ? [] : grounds.get(memory.id)!.filter((ground) => !gone.has(ground))
    return left.length === 0 || (quoted !== undefined && gone.has(quoted)) ? [{ memory, grounds: left }] : []
  })
}

/** The sources of each memory; for a closed version, whose edges are closed as well, its former sources. */
async function groundsOf(ids: readonly string[], memories: MemoryGraph): Promise<Map<string, readonly string[]>> {
  const edges = new Map<string, Edge[]>(ids.map((id) => [id, []]))
  for (const edge of await memories.neighbours(ids, [derivedFrom], 'ever')) edges.get(edge.source)?.push(edge)
  return new Map(
    ids.map((id) => {
      const all = edges.get(id)!
      const open = all.filter(({ validTo }) => validTo === null)
      return [id, (open.length > 0 ? open : all).map(({ target }) => target)]
    }),
  )
}

export async function findSurvivors(gone: ReadonlySet<string>, memories: MemoryGraph): Promise<Map<string, string>> {
  const survivors = new Map<string, string>()
  let step = new Map([...gone].map((id) => [id, id]))
  while (step.size > 0) {
    const next = new Map<string, string>()
    for (const { source, target } of await memories.neighbours([...step.keys()], [derivedFrom], 'ever')) {
      const ground = step.get(target)
      if (ground !== undefined && !gone.has(source) && !survivors.has(source)) next.set(source, ground)
    }
    for (const [id, ground] of next) survivors.set(id, ground)
    step = next
  }
  return survivors
}
