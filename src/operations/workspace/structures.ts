import { TripleIndex } from '../../memory/workspace/planners/graph/triple-index.js'
import { type RecordSet, RecordTable } from '../../memory/workspace/records/record-table.js'
import { recordsIn, triplesIn } from '../../memory/workspace/text-structure.js'
import type { MemoryStore, StructureCursor, StructuredMemory } from '../../ports/memory-store.js'
import { type Caller, scopeOf } from '../caller.js'

/** Memories at a time: parsing so many takes a few milliseconds, and others may have their turn between. */
const readAtOnce = 500

/** GWT7, GWT9: records and facts that texts hold, of all sessions and projects, in step with the store. */
export interface Structures {
  readonly records: RecordTable
  readonly triples: TripleIndex
  /** The change that they are in step with, and how many memories they come from. */
  readonly seq: number
  readonly memoryCount: number
}

export interface StructureKeeper {
  /** In step with every write that was answered before the call. */
  read(): Promise<Structures>
  /** GWT15: as if the process had just begun. */
  drop(): void
}

/** Nothing is read before the first question; afterwards only what has changed. */
export function keepStructures(memories: MemoryStore): StructureKeeper {
  let kept = new KeptStructures()
  let reading: Promise<unknown> = Promise.resolve()
  return {
    async read() {
      const own = kept
      // One after the other: two that read the same changes at once would both apply them.
      const turn = reading.catch(() => undefined).then(() => own.follow(memories))
      reading = turn
      await turn
      return own
    },
    drop() {
      kept = new KeptStructures()
    },
  }
}

class KeptStructures implements Structures {
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

  async follow(memories: MemoryStore): Promise<void> {
    for (;;) {
      const { changes, next, isDone } = await memories.structures(this.#cursor, readAtOnce)
      for (const { place, memory } of changes) this.#put(place, memory)
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
  // Scopes are few; what belongs to them are hundreds of thousands.
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
