import { findNearPairs } from '../../memory/consolidation/near-pairs.js'
import { canonicalWording } from '../../memory/consolidation/wording.js'
import { outcomeOf } from '../../memory/episodic/outcome.js'
import type { Kind, StoredMemory } from '../../memory/memory.js'
import type { Slices } from '../../memory/slices.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { digestOf } from '../import-export/derived-id.js'
import type { Using } from '../machinery/operation-context.js'
import { runInSlices } from '../machinery/run-in-slices.js'

/** CON2's floor. */
const minCosine = 0.95
/** Entities are identified by name (SEM1), and skills are merged by their steps (CON5). */
const kinds: ReadonlySet<Kind> = new Set(['episode', 'note', 'lesson'])

/** Memories with the same wording. */
export interface DuplicateGroup {
  readonly oldest: string
  readonly others: readonly string[]
}

export interface NearDuplicate {
  readonly older: string
  readonly newer: string
  readonly cosine: number
}

interface Dated {
  readonly id: string
  readonly happenedAt: number
}

/** AUD2. Holds only ids and digests: the texts of all memories would take too much memory. */
export class DuplicateFinder {
  readonly #groups = new Map<string, Map<string, Dated[]>>()

  /** The largest first. */
  duplicates(): DuplicateGroup[] {
    return [...this.#groups.values()]
      .flatMap((group) => [...group.values()])
      .filter((same) => same.length > 1)
      .map((same) => same.sort(byAge).map(({ id }) => id))
      .map(([oldest, ...others]) => ({ oldest, others }))
      .sort((a, b) => b.others.length - a.others.length || (a.oldest < b.oldest ? -1 : 1))
  }

  *add({ id, kind, project, facets, text, happenedAt }: StoredMemory): Slices<void> {
    if (!kinds.has(kind)) return
    const group = getOrCreate(this.#groups, JSON.stringify([project, kind, outcomeOf(facets)]), () => new Map())
    getOrCreate(group, digestOf(yield* canonicalWording(text)), () => []).push({ id, happenedAt })
  }

  /** The nearest first; of memories with the same wording only the oldest is compared. */
  async nearDuplicates(context: Using<MemoryReader, 'embedder' | 'signal'>): Promise<NearDuplicate[]> {
    const { memories, embedder } = context
    const found: NearDuplicate[] = []
    for (const group of this.#groups.values()) {
      const oldest = [...group.values()].map((same) => same.sort(byAge)[0]).sort(byAge)
      const ids = oldest.map(({ id }) => id)
      const vectors = await memories.vectors(ids, embedder.identity)
      const pairs = await runInSlices(findNearPairs(vectors, minCosine), context)
      found.push(...pairs.map(({ first, second, cosine }) => ({ older: ids[first], newer: ids[second], cosine })))
    }
    return found.sort((a, b) => b.cosine - a.cosine || (a.newer < b.newer ? -1 : 1))
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const byAge = (a: Dated, b: Dated): number => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1)
