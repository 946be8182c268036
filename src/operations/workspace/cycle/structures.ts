import { TripleIndex } from '../../../memory/workspace/planners/graph/triple-index.js'
import { type RecordSet, RecordTable } from '../../../memory/workspace/records/record-table.js'
import { recordsIn, triplesIn } from '../../../memory/workspace/text-structure.js'
import type { MemoryReader, StructureCursor, StructuredMemory } from '../../../ports/store/read.js'
import { type Caller, scopeOf } from '../../machinery/caller.js'
import { yieldIfDue } from '../../machinery/run-in-slices.js'

/** Memories per read. */
const batchSize = 500

/** GWT7, GWT9: records and facts in texts, of all sessions and projects, up to date with the store. */
export interface Structures {
  readonly records: RecordTable
  readonly triples: TripleIndex
  /** The last change included, and the number of memories. */
  readonly seq: number
  readonly memoryCount: number
}

export interface StructureCache {
  /** Includes every write that was answered before the call. */
  read(): Promise<Structures>
  /** GWT15: empties the cache. */
  drop(): void
}

/** Reads everything with the first question, afterwards only changes. */
export function cacheStructures(memories: MemoryReader): StructureCache {
  let cached = new CachedStructures()
  let reading: Promise<unknown> = Promise.resolve()
  return {
    async read() {
      const current = cached
      // One after the other: two concurrent reads would apply the same changes twice.
      const turn = reading.catch(() => undefined).then(() => current.follow(memories))
      reading = turn
      await turn
      return current
    },
    drop() {
      cached = new CachedStructures()
    },
  }
}

class CachedStructures implements Structures {
  readonly records = new RecordTable()
  readonly triples = new TripleIndex()
  readonly #idAt = new Map<number, string>()
  #cursor: StructureCursor | undefined

  get seq(): number {
    return this.#cursor?.seq ?? 0
  }

  get memoryCount(): number {
    return this.#idAt.size
  }

  async follow(memories: MemoryReader): Promise<void> {
    for (;;) {
      const { changes, next, isDone } = await memories.structures(this.#cursor, batchSize)
      for (const { place, memory } of changes) {
        this.#put(place, memory)
        await yieldIfDue({})
      }
      this.#cursor = next
      if (isDone) return
    }
  }

  #put(place: number, memory: StructuredMemory | undefined): void {
    const before = this.#idAt.get(place)
    if (before !== undefined && before !== memory?.id) {
      this.records.delete(before)
      this.triples.delete(before)
      this.#idAt.delete(place)
    }
    if (memory === undefined) return
    const { id, session, project, structure } = memory
    const scope = JSON.stringify([session, project])
    this.records.put(id, scope, recordsIn(structure))
    this.triples.put(id, scope, triplesIn(structure))
    this.#idAt.set(place, id)
  }
}

/** COM3, COM13: whether the caller may see what belongs to this scope. */
export function canSee(caller: Caller): (scope: string) => boolean {
  const asked = scopeOf(caller)
  // Cached: there are few scopes, but hundreds of thousands of records.
  const seen = new Map<string, boolean>()
  return (scope) => {
    let isSeen = seen.get(scope)
    if (isSeen === undefined) {
      const [session, project] = JSON.parse(scope) as [string, string | null]
      isSeen =
        (asked.session === undefined || session === asked.session) &&
        (asked.project === undefined || project === null || project === asked.project)
      seen.set(scope, isSeen)
    }
    return isSeen
  }
}

export const recordsFor = ({ records }: Structures, caller: Caller): RecordSet => records.select(canSee(caller))
