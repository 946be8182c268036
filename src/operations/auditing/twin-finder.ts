import { setImmediate as othersTurn } from 'node:timers/promises'
import { findNearPairs } from '../../memory/consolidation/near-pairs.js'
import { wordingOf } from '../../memory/consolidation/wording.js'
import { outcomeOf } from '../../memory/episodic/outcome.js'
import type { Kind, StoredMemory } from '../../memory/memory.js'
import { digestOf } from '../moving/derived-id.js'
import type { OperationContext } from '../operation-context.js'

/** CON2's floor. */
const minCosine = 0.95
/** Entities are told apart by name (SEM1), skills are merged by their steps (CON5). */
const kinds: ReadonlySet<Kind> = new Set(['episode', 'note', 'lesson'])

/** The same in other words, or in the same ones. */
export interface Twins {
  readonly oldest: string
  readonly others: readonly string[]
}

export interface NearTwins {
  readonly older: string
  readonly newer: string
  readonly cosine: number
}

interface Told {
  readonly id: string
  readonly happenedAt: number
}

/** AUD2. Holds ids and digests: the texts of all memories are too much to keep. */
export class TwinFinder {
  readonly #homes = new Map<string, Map<string, Told[]>>()

  see({ id, kind, project, facets, text, happenedAt }: StoredMemory): void {
    if (!kinds.has(kind)) return
    const home = entryOf(this.#homes, JSON.stringify([project, kind, outcomeOf(facets)]), () => new Map())
    entryOf(home, digestOf(wordingOf(text)), () => []).push({ id, happenedAt })
  }

  /** The largest first. */
  twins(): Twins[] {
    return [...this.#homes.values()]
      .flatMap((home) => [...home.values()])
      .filter((told) => told.length > 1)
      .map((told) => told.sort(byAge).map(({ id }) => id))
      .map(([oldest, ...others]) => ({ oldest, others }))
      .sort((a, b) => b.others.length - a.others.length || (a.oldest < b.oldest ? -1 : 1))
  }

  /** The nearest first; of those with the same wording only the oldest is looked at. */
  async nearTwins({ memories, embedder }: OperationContext): Promise<NearTwins[]> {
    const found: NearTwins[] = []
    for (const home of this.#homes.values()) {
      const oldest = [...home.values()].map((told) => told.sort(byAge)[0]).sort(byAge)
      const ids = oldest.map(({ id }) => id)
      const vectors = await memories.vectors(ids, embedder.identity)
      const pairs = await lettingOthersIn(findNearPairs(vectors, minCosine))
      found.push(...pairs.map(({ first, second, cosine }) => ({ older: ids[first], newer: ids[second], cosine })))
    }
    return found.sort((a, b) => b.cosine - a.cosine || (a.newer < b.newer ? -1 : 1))
  }
}

/** A recall that comes meanwhile does not wait for all of it. */
async function lettingOthersIn<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { value, done } = work.next()
    if (done === true) return value
    await othersTurn()
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const byAge = (a: Told, b: Told): number => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1)
