import { weightAt } from '../../../memory/activation/hebbian.js'
import { cosine } from '../../../memory/recall/cosine.js'
import { isStructural } from '../../../memory/semantic/links.js'
import { proposeContinuation } from '../../../memory/workspace/bus/subscribers.js'
import { toEvidence } from '../../../memory/workspace/evidence-text.js'
import { holds } from '../views.js'
import type { BusReach, BusRound, Subscriber } from './subscriber.js'

/** Of a hub's thousands, the strongest. */
const mostLinked = 20

/** One step on from what is in mind. */
export const relationContinuation: Subscriber = {
  name: 'relation_continuation',
  async propose(round, reach) {
    const occupants = new Set(round.occupants.map(({ id }) => id))
    return proposeContinuation(await findLinked(round, occupants, reach), occupants, round.plan)
  },
}

async function findLinked(
  { question }: BusRound,
  occupants: ReadonlySet<string>,
  { context, caller }: Pick<BusReach, 'context' | 'caller'>,
) {
  const { memories, embedder, clock } = context
  if (occupants.size === 0) return []
  const now = clock.now()
  const strongest = new Map<string, { via: string; relation: string; weight: number }>()
  for (const edge of await memories.neighbours([...occupants])) {
    const [via, id] = occupants.has(edge.source) ? [edge.source, edge.target] : [edge.target, edge.source]
    const weight = weightAt(edge, now)
    if (isStructural(edge.type) || occupants.has(id) || weight <= (strongest.get(id)?.weight ?? -1)) continue
    strongest.set(id, { via, relation: edge.type, weight })
  }
  const linked = [...strongest].sort(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1)).slice(0, mostLinked)
  const ids = linked.map(([id]) => id)
  if (ids.length === 0) return []
  const [stored, vectors, asked] = await Promise.all([
    memories.get(ids),
    memories.vectors(ids, embedder.identity),
    embedder.embedQuery(question),
  ])
  return linked.flatMap(([id, link], at) => {
    const [memory, vector] = [stored[at], vectors[at]]
    if (memory === undefined || !holds(memory, caller)) return []
    const similarity = vector === undefined ? 0 : Math.max(0, cosine(asked, vector))
    return [{ id, content: toEvidence(memory.text), ...link, similarity }]
  })
}
