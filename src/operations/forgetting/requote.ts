import { quotedFrom, requoted } from '../../memory/consolidation/quote.js'
import { versionOf } from '../../memory/semantic/links.js'
import { markedForReview } from '../../memory/semantic/review.js'
import type { Batch, MemoryStore } from '../../ports/memory-store.js'
import type { OperationContext } from '../operation-context.js'
import { compose } from '../writing.js'
import type { Quoting } from './plan-erasure.js'
import { forgottenReason } from './review-survivors.js'

/** Who takes whose place, and what is to be written for it once the old ones are gone. */
export interface Requoted {
  readonly successors: ReadonlyMap<string, string>
  readonly replaceWith: Omit<Batch, 'at'>
}

/**
 * The same things in the words of what they stand on besides, under new ids and with the links they had, so that those
 * in the words of what goes can go. To be looked at again (SEM6), like all that lost a ground.
 */
export async function requote(
  quoting: readonly Quoting[],
  erased: ReadonlySet<string>,
  at: number,
  context: OperationContext,
): Promise<Requoted> {
  const { memories } = context
  const add = await Promise.all(
    quoting.map(async ({ memory, grounds }) => {
      // One that is rewritten as well has the words of what goes until then.
      const staying = grounds.filter((ground) => !erased.has(ground))
      const sources = (await memories.get(staying)).filter((ground) => ground !== undefined)
      const { kind, session, project, tags, importance, happenedAt, source } = memory
      const { facets, ...words } = requoted(memory, sources)
      const reviewed = markedForReview(facets, forgottenReason(quotedFrom(memory.facets) ?? memory.id, at))
      const draft = { kind, session, project, tags, importance, happenedAt, source, ...words, facets: reviewed }
      return compose(draft, at, context)
    }),
  )
  const successors = new Map(quoting.map(({ memory }, place) => [memory.id, add[place].memory.id]))
  return { successors, replaceWith: { add, connect: await movedLinks(successors, erased, at, memories) } }
}

/** The open links of the old ones, but for those to what goes. */
async function movedLinks(
  successors: ReadonlyMap<string, string>,
  erased: ReadonlySet<string>,
  at: number,
  memories: MemoryStore,
) {
  const now = (id: string) => successors.get(id) ?? (erased.has(id) ? undefined : id)
  const open = await memories.neighbours([...successors.keys()])
  return open.flatMap((edge) => {
    const [source, target] = [now(edge.source), now(edge.target)]
    if (edge.type === versionOf || source === undefined || target === undefined) return []
    return [{ ...edge, source, target, validFrom: Math.max(edge.validFrom, at) }]
  })
}
