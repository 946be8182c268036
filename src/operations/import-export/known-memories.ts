import { candidateIds } from '../../memory/ids.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { type Caller, isVisible } from '../machinery/caller.js'
import { digestOf } from './derived-id.js'
import { ProvisionalMap } from './provisional-map.js'

/** The fields of a memory that decide the outcome of a line. */
export interface Known {
  readonly version: number
  readonly validFrom: number
  readonly validTo: number | null
  readonly textDigest: string
  /** COM3: an invisible memory only occupies its id. */
  readonly isVisible: boolean
}

/** Bounds the memory that a long file takes; others are read from the store again. */
const maxImportedHeld = 50_000

/** The memories that exist already, in the store or from this import, and their ids. */
export class KnownMemories {
  readonly #memories: Pick<MemoryReader, 'get'>
  readonly #caller: Caller
  /** The memories of this import's lines, new or found. */
  readonly #imported = new ProvisionalMap<Known>()
  /** The memory id of each line whose own id is another. */
  readonly #renamed = new ProvisionalMap<string>()
  /** Other memories that this import has changed. */
  readonly #changed = new ProvisionalMap<Known>()
  /** Read for the current batch. */
  #read = new Map<string, Known>()
  /** Read before the batch is planned; undefined where there is none. */
  #prefetched = new Map<string, Known | undefined>()

  constructor(memories: Pick<MemoryReader, 'get'>, caller: Caller) {
    this.#memories = memories
    this.#caller = caller
  }

  /** Reads these ids of the next batch from the store, except those of this import. */
  async prefetch(ids: readonly string[]): Promise<Map<string, Known>> {
    const found = await this.#readStored(ids)
    this.#prefetched = new Map(ids.map((id) => [id, found.get(id)]))
    return found
  }

  /** Begins a batch about these ids. */
  async read(ids: readonly string[]): Promise<void> {
    const prefetched = this.#prefetched
    this.#prefetched = new Map()
    this.#read = await this.#readStored(ids.filter((id) => !prefetched.has(id)))
    for (const [id, known] of prefetched) if (known !== undefined) this.#read.set(id, known)
  }

  async readMore(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => this.find(id) === undefined)
    for (const [id, known] of await this.#readStored(missing)) this.#read.set(id, known)
  }

  async #readStored(ids: readonly string[]): Promise<Map<string, Known>> {
    const unknown = [...new Set(ids)].filter((id) => this.#imported.get(id) === undefined)
    const found = unknown.length === 0 ? [] : await this.#memories.get(unknown)
    return new Map(found.flatMap((memory) => (memory === undefined ? [] : [[memory.id, this.#toKnown(memory)]])))
  }

  find(id: string): Known | undefined {
    return this.#imported.get(id) ?? this.#changed.get(id) ?? this.#read.get(id)
  }

  /** Records that the line with `givenId` is the memory `id`; the first line with a given id wins. */
  addImported(id: string, memory: Known, givenId: string | undefined): void {
    if (givenId !== undefined && givenId !== id && !this.isImported(givenId)) this.#renamed.set(givenId, id)
    const known = this.find(id)
    this.#imported.set(id, known !== undefined && known.version >= memory.version ? known : memory)
  }

  addChanged(id: string, known: Known): void {
    const map = this.#imported.get(id) === undefined ? this.#changed : this.#imported
    map.set(id, known)
  }

  /** Whether a reference means a line of this import. */
  isImported(reference: string): boolean {
    return this.candidates(reference).some((id) => this.#imported.get(id) !== undefined)
  }

  /** The id that a reference means, if the caller can see that memory. */
  resolve(reference: string): string | undefined {
    return this.candidates(reference).find((id) => this.find(id)?.isVisible)
  }

  /** The ids that a reference may mean. */
  candidates(reference: string): string[] {
    const renamed = this.#renamed.get(reference)
    return renamed === undefined ? candidateIds(reference) : [renamed]
  }

  /** The id of the line's memory; the same unless the line got another. */
  readonly rename = (reference: string): string => this.#renamed.get(reference) ?? reference

  send(): void {
    for (const each of [this.#imported, this.#renamed, this.#changed]) each.send()
  }

  confirm(isStored: boolean): void {
    this.#imported.confirm(isStored ? maxImportedHeld : undefined)
    this.#renamed.confirm()
    this.#changed.drop()
  }

  /** Drops what was assumed about the failed batch; the store is read again. */
  rollBack(): void {
    for (const each of [this.#imported, this.#renamed, this.#changed]) each.rollBack()
    this.#imported.clear()
    this.#read.clear()
    this.#prefetched.clear()
  }

  #toKnown(memory: StoredMemory): Known {
    const { version, validFrom, validTo, text } = memory
    return { version, validFrom, validTo, textDigest: digestOf(text), isVisible: isVisible(memory, this.#caller) }
  }
}
