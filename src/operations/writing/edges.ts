import type { Edge } from '../../memory/memory.js'
import { replacedBy, type structuralTypes, versionOf } from '../../memory/semantic/links.js'
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

/** The memory that is true in place of this one, through versions and replacements (OPS6). */
export async function currentOf(id: string, memories: MemoryGraph): Promise<string> {
  const seen = new Set<string>()
  for (let current = id; ; ) {
    seen.add(current)
    const newest = (await versionChain(current, memories)).at(-1) ?? current
    const replacement = (await memories.neighbours([newest], [replacedBy])).find(({ source }) => source === newest)
    // An import may contain a cycle.
    if (replacement === undefined || seen.has(replacement.target)) return newest
    current = replacement.target
  }
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
