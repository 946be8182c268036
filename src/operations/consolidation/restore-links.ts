import type { Edge } from '../../memory/memory.js'
import { duplicateOf, versionOf } from '../../memory/semantic/links.js'
import type { MemoryGraph } from '../../ports/store/graph.js'

/**
 * Undoes CON2: gives this memory back the links that moved when it was hidden, with their present weight, and closes
 * them at its stand-in unless that had them before. Returns the edges to connect; none if the memory is not hidden.
 */
export async function restoreLinks(id: string, now: number, memories: MemoryGraph): Promise<readonly Edge[]> {
  const ever = await memories.neighbours([id], undefined, 'ever')
  const hiding = ever.find((edge) => edge.type === duplicateOf && edge.source === id && edge.validTo === null)
  if (hiding === undefined) return []
  const { target: standIn } = hiding
  const hidings = hidingsOf(hiding, ever)
  const hiddenAt = hidings[0].validFrom
  const moved = new Map(ever.filter((edge) => leftAt(edge, hiddenAt)).map((edge) => [keyOf(edge, id), edge]))
  const held = new Map((await memories.neighbours([standIn])).map((edge) => [keyOf(edge, standIn), edge]))
  const own = await linksBefore(hidings, memories)
  const shared = await linksOfOthers(id, standIn, memories)
  const restored = [...moved].flatMap(([key, edge]): Edge[] => {
    const there = held.get(key)
    // The link was closed meanwhile, or its other end is erased.
    if (there === undefined) return []
    const reopened = { ...edge, validFrom: now, validTo: null }
    // The stand-in keeps its own link; this memory gets its former one back with its former weight.
    if (own.has(key)) return [reopened]
    const { weight, coactivations, coactivatedAt } = there
    const returned = { ...reopened, weight, coactivations, coactivatedAt }
    return shared.has(key) ? [returned] : [returned, { ...there, validTo: now }]
  })
  return [...restored, { ...hiding, validTo: now }]
}

/** All `duplicate_of` links since it was hidden, oldest first: the stand-in may have been superseded since. */
function hidingsOf(link: Edge, ever: readonly Edge[]): readonly [Edge, ...Edge[]] {
  const before = ever.find(
    ({ type, source, validFrom, validTo }) =>
      type === duplicateOf && source === link.source && validTo === link.validFrom && validTo > validFrom,
  )
  return before === undefined ? [link] : [...hidingsOf(before, ever), link]
}

/** The links that each stand-in had when it became one. */
async function linksBefore(hidings: readonly Edge[], memories: MemoryGraph): Promise<ReadonlySet<string>> {
  const links = await Promise.all(
    hidings.map(async ({ target, validFrom: since }) =>
      (await memories.neighbours([target], undefined, 'ever'))
        .filter(({ validFrom, validTo }) => validFrom < since && (validTo === null || validTo > since))
        .map((edge) => keyOf(edge, target)),
    ),
  )
  return new Set(links.flat())
}

const leftAt = ({ type, validFrom, validTo }: Edge, moment: number): boolean =>
  type !== versionOf && type !== duplicateOf && validTo === Math.max(validFrom, moment)

/** Equal for an edge at one memory and its copy at another. */
const keyOf = ({ source, target, type }: Edge, at: string): string =>
  source === at ? `${type} to ${target}` : `${type} from ${source}`

/** Links of other duplicates behind the same stand-in, which stay there for them. */
async function linksOfOthers(id: string, standIn: string, memories: MemoryGraph): Promise<ReadonlySet<string>> {
  const hiding = await memories.neighbours([standIn], [duplicateOf])
  const others = new Set(hiding.map(({ source }) => source).filter((source) => source !== id && source !== standIn))
  const edges = await memories.neighbours([...others], undefined, 'ever')
  return new Set(edges.map((edge) => keyOf(edge, others.has(edge.source) ? edge.source : edge.target)))
}
