import { canonicalWording } from '../../memory/consolidation/wording.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { digestOf } from '../import-export/derived-id.js'
import type { Using } from '../machinery/operation-context.js'
import { runInSlices } from '../machinery/run-in-slices.js'

/** What is compared and changed of a memory. The text itself may be long, and is not held. */
export interface ComparedMemory extends Pick<StoredMemory, 'id' | 'version' | 'happenedAt'> {
  /** The same only for memories that may be each other's duplicates. */
  readonly sameness: string
}

/** Texts per request to the store: a few megabytes, even if each is as long as may be. */
const memoriesPerRequest = 32

/** Reads each memory once, however many others it is near to. */
export class WordingCache {
  readonly #context: Using<MemoryReader, 'signal'>
  /** Undefined for a memory that is no longer active, or gone. */
  readonly #known = new Map<string, ComparedMemory | undefined>()

  constructor(context: Using<MemoryReader, 'signal'>) {
    this.#context = context
  }

  /** CON2: this memory, then those of the ids with the same kind, outcome and wording. */
  async sameAs(memory: StoredMemory, ids: readonly string[]): Promise<ComparedMemory[]> {
    const itself = await this.#read(memory)
    const unknown = ids.filter((id) => !this.#known.has(id))
    for (let from = 0; from < unknown.length; from += memoriesPerRequest) {
      const some = unknown.slice(from, from + memoriesPerRequest)
      const found = await this.#context.memories.get(some)
      for (const [place, other] of found.entries()) {
        if (other?.state === 'active') await this.#read(other)
        else this.#known.set(some[place], undefined)
      }
    }
    const others = ids.flatMap((id) => this.#known.get(id) ?? [])
    return [itself, ...others.filter(({ sameness }) => sameness === itself.sameness)]
  }

  async #read({ id, version, happenedAt, kind, facets, text }: StoredMemory): Promise<ComparedMemory> {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const wording = digestOf(await runInSlices(canonicalWording(text), this.#context))
    const compared = { id, version, happenedAt, sameness: JSON.stringify([kind, facets.outcome ?? null, wording]) }
    this.#known.set(id, compared)
    return compared
  }
}
