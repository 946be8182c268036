import type { Edge } from '../../memory/memory.js'
import { type structuralTypes, versionOf } from '../../memory/semantic/links.js'
import type { MemoryGraph } from '../../ports/store/graph.js'

/** An edge that has never been used. */
export function newEdge(type: string, source: string, target: string, weight: number, now: number): Edge {
  return { source, target, type, weight, validFrom: now, validTo: null, coactivations: 0, coactivatedAt: null }
}

/** A link that records where a memory comes from: activation does not spread along it, so its weight is 0. */
export function structuralEdge(
  type: (typeof structuralTypes)[number],
  source: string,
  target: string,
  now: number,
): Edge {
  return newEdge(type, source, target, 0, now)
}

/** The ids of all versions of a memory, oldest first. */
export async function versionChain(id: string, memories: MemoryGraph): Promise<readonly string[]> {
  const chain = [id]
  for (let first = chain[0]; ; first = chain[0]) {
    const older = (await memories.neighbours([first], [versionOf])).find(({ source }) => source === first)
    // An import may contain a cycle.
    if (older === undefined || chain.includes(older.target)) break
    chain.unshift(older.target)
  }
  for (let last = chain.at(-1); ; last = chain.at(-1)) {
    const newer = (await memories.neighbours([last!], [versionOf])).find(({ target }) => target === last)
    if (newer === undefined || chain.includes(newer.source)) return chain
    chain.push(newer.source)
  }
}
