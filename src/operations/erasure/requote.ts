import { quoteSource, requoteEntity } from '../../memory/consolidation/quote.js'
import { versionOf } from '../../memory/semantic/links.js'
import { markedForReview } from '../../memory/semantic/review.js'
import { leastTrusted, trustOf } from '../../memory/trust/trust.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Batch } from '../../ports/store/write.js'
import type { Composing, Using } from '../machinery/operation-context.js'
import { compose } from '../writing/write-memory.js'
import type { QuotingMemory } from './plan-erasure.js'
import { forgottenReason } from './review-survivors.js'

/** The successor of each rewritten memory, and the batch to write when the old ones are erased. */
export interface Requoted {
  readonly successors: ReadonlyMap<string, string>
  readonly replaceWith: Omit<Batch, 'at'>
}

/**
 * Rewrites memories in the words of their remaining sources, under new ids and with the same links, so that the versions
 * that quote erased memories can be erased. They are flagged for review (SEM6), like all that lost a source.
 */
export async function requote(
  quoting: readonly QuotingMemory[],
  erased: ReadonlySet<string>,
  at: number,
  context: Using<MemoryReader & MemoryGraph, Composing>,
): Promise<Requoted> {
  const { memories } = context
  const add = await Promise.all(
    quoting.map(async ({ memory, grounds }) => {
      // A source that is rewritten too still has the erased words.
      const staying = grounds.filter((ground) => !erased.has(ground))
      const sources = (await memories.get(staying)).filter((ground) => ground !== undefined)
      const { kind, session, project, tags, importance, happenedAt, source } = memory
      const { facets, ...words } = requoteEntity(memory, sources)
      const reviewed = markedForReview(facets, forgottenReason(quoteSource(memory.facets) ?? memory.id, at))
      const draft = { kind, session, project, tags, importance, happenedAt, source, ...words, facets: reviewed }
      const trust = leastTrusted([memory, ...sources].map(trustOf))
      return compose({ ...draft, trust }, at, context)
    }),
  )
  const successors = new Map(quoting.map(({ memory }, place) => [memory.id, add[place].memory.id]))
  return { successors, replaceWith: { add, connect: await movedLinks(successors, erased, at, memories) } }
}

/** The open links of the old memories, except those to erased ones. */
async function movedLinks(
  successors: ReadonlyMap<string, string>,
  erased: ReadonlySet<string>,
  at: number,
  memories: MemoryGraph,
) {
  const successorOf = (id: string) => successors.get(id) ?? (erased.has(id) ? undefined : id)
  const open = await memories.neighbours([...successors.keys()])
  return open.flatMap((edge) => {
    const [source, target] = [successorOf(edge.source), successorOf(edge.target)]
    if (edge.type === versionOf || source === undefined || target === undefined) return []
    return [{ ...edge, source, target, validFrom: Math.max(edge.validFrom, at) }]
  })
}
