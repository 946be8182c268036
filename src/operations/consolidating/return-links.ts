import type { Edge } from '../../memory/memory.js'
import { duplicateOf, versionOf } from '../../memory/semantic/links.js'
import type { MemoryStore } from '../../ports/memory-store.js'

/**
 * CON2, undone: the links that moved away when this memory was hidden come back to it, as they have grown meanwhile,
 * and leave the one that stood for it. To be connected; none when it hides behind nothing.
 */
export async function returnLinks(id: string, now: number, memories: MemoryStore): Promise<readonly Edge[]> {
  const ever = await memories.neighbours([id], undefined, 'ever')
  const hiding = ever.find((edge) => edge.type === duplicateOf && edge.source === id && edge.validTo === null)
  if (hiding === undefined) return []
  const { target: standIn } = hiding
  const hiddenAt = beginningOf(hiding, ever)
  const moved = new Map(ever.filter((edge) => leftAt(edge, hiddenAt)).map((edge) => [keyOf(edge, id), edge]))
  const carried = new Map(
    (await memories.neighbours([standIn]))
      // What it had before is its own.
      .filter(({ validFrom }) => validFrom >= hiddenAt)
      .map((edge) => [keyOf(edge, standIn), edge]),
  )
  const shared = await linksOfOthers(id, standIn, memories)
  const back = [...moved].flatMap(([key, edge]): Edge[] => {
    const there = carried.get(key)
    // It was closed meanwhile, or the other end is gone.
    if (there === undefined) return []
    const { weight, coactivations, coactivatedAt } = there
    const returned = { ...edge, weight, coactivations, coactivatedAt, validFrom: now, validTo: null }
    return shared.has(key) ? [returned] : [returned, { ...there, validTo: now }]
  })
  return [...back, { ...hiding, validTo: now }]
}

/** When it was hidden: the one that stands for it may have been replaced since, and the link carried on. */
function beginningOf(link: Edge, ever: readonly Edge[]): number {
  const before = ever.find(
    ({ type, source, validFrom, validTo }) =>
      type === duplicateOf && source === link.source && validTo === link.validFrom && validTo > validFrom,
  )
  return before === undefined ? link.validFrom : beginningOf(before, ever)
}

const leftAt = ({ type, validFrom, validTo }: Edge, moment: number): boolean =>
  type !== versionOf && type !== duplicateOf && validTo === Math.max(validFrom, moment)

/** The same for an edge at this memory and for its copy at another. */
const keyOf = ({ source, target, type }: Edge, at: string): string =>
  source === at ? `${type} to ${target}` : `${type} from ${source}`

/** What others that hide behind the same one had as well stays there for them. */
async function linksOfOthers(id: string, standIn: string, memories: MemoryStore): Promise<ReadonlySet<string>> {
  const hiding = await memories.neighbours([standIn], [duplicateOf])
  const others = new Set(hiding.map(({ source }) => source).filter((source) => source !== id && source !== standIn))
  const edges = await memories.neighbours([...others], undefined, 'ever')
  return new Set(edges.map((edge) => keyOf(edge, others.has(edge.source) ? edge.source : edge.target)))
}
