import { baseLevelActivation } from '../activation/base-level.js'
import { retrievability } from '../activation/forgetting.js'
import { weightAt } from '../activation/hebbian.js'
import { activation, contextSpreading } from '../activation/spreading.js'
import type { Weights } from '../activation/weights.js'
import type { Edge, StoredMemory } from '../memory.js'

interface RecalledEntity {
  readonly memory: Pick<StoredMemory, 'strength' | 'recordedAt'>
  readonly relevance: number
  /** ACT4. */
  readonly spreading: number
}

/** SEM3: 0.6·similarity + 0.2·activation + 0.2·retrievability, where spreading is a part of activation. */
export function scoreEntity(
  { memory, relevance, spreading }: RecalledEntity,
  now: number,
  weights: Weights['semantic'],
) {
  const baseLevel = baseLevelActivation(memory.strength, memory.recordedAt, now)
  const components = {
    similarity: relevance,
    activation: activation(baseLevel, spreading),
    retrievability: retrievability(memory.strength, now),
    spreading,
  }
  const score =
    weights.similarity * components.similarity +
    weights.activation * components.activation +
    weights.retrievability * components.retrievability
  return { score, components }
}

interface Context {
  readonly ids: readonly string[]
  /** The fan of each of `ids`, in their order. */
  readonly fans: readonly number[]
  /** Edges between the context and the scored entities. */
  readonly edges: readonly Edge[]
}

/** The activation that the context gives to one entity (ACT4). Of several edges between two the strongest counts. */
export function spreadingTo(id: string, { ids, fans, edges }: Context, now: number): number {
  const own = edges.filter(({ source, target }) => source === id || target === id)
  return contextSpreading(
    ids.map((contextId, index) => ({
      // A context entity has no edge to itself, so that its other edges give it nothing.
      weight: own
        .filter(({ source, target }) => (source === id ? target : source) === contextId)
        .reduce((strongest, edge) => Math.max(strongest, weightAt(edge, now)), 0),
      fan: fans[index],
    })),
  )
}
