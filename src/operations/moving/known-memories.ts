import { candidateIds } from '../../memory/ids.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import { type Caller, isInSight } from '../caller.js'
import { digestOf } from './derived-id.js'
import { ProvisionalMap } from './provisional-map.js'

/** As much of a memory as decides what becomes of a line. */
export interface Known {
  readonly version: number
  readonly validFrom: number
  readonly validTo: number | null
  readonly textDigest: string
  /** COM3: what is out of sight takes up its id, and is nothing else to the caller. */
  readonly isInSight: boolean
}

/** More are asked for again: what is held stays bounded, however long the file. */
const mostCame = 50_000

/** What is there already, in the store or from this import, and by which id. */
export class KnownMemories {
  readonly #memories: Pick<MemoryStore, 'get'>
  readonly #caller: Caller
  /** Memories that lines of this import became, or turned out to be. */
  readonly #came = new ProvisionalMap<Known>()
  /** Ids of lines whose memory has another one. */
  readonly #renamed = new ProvisionalMap<string>()
  /** Others that lines of this import have changed. */
  readonly #changed = new ProvisionalMap<Known>()
  /** For the batch at hand. */
  #read = new Map<string, Known>()
  /** Asked for before the batch was planned; undefined where there is none. */
  #ahead = new Map<string, Known | undefined>()

  constructor(memories: Pick<MemoryStore, 'get'>, caller: Caller) {
    this.#memories = memories
    this.#caller = caller
  }

  /** What the store has of these, which the next batch is about; those that came with this import aside. */
  async lookAhead(ids: readonly string[]): Promise<Map<string, Known>> {
    const found = await this.#ask(ids)
    this.#ahead = new Map(ids.map((id) => [id, found.get(id)]))
    return found
  }

  /** Begins a batch that is about these. */
  async read(ids: readonly string[]): Promise<void> {
    const ahead = this.#ahead
    this.#ahead = new Map()
    this.#read = await this.#ask(ids.filter((id) => !ahead.has(id)))
    for (const [id, known] of ahead) if (known !== undefined) this.#read.set(id, known)
  }

  async readMore(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => this.find(id) === undefined)
    for (const [id, known] of await this.#ask(missing)) this.#read.set(id, known)
  }

  async #ask(ids: readonly string[]): Promise<Map<string, Known>> {
    const unknown = [...new Set(ids)].filter((id) => this.#came.get(id) === undefined)
    const found = unknown.length === 0 ? [] : await this.#memories.get(unknown)
    return new Map(found.flatMap((memory) => (memory === undefined ? [] : [[memory.id, this.#toKnown(memory)]])))
  }

  find(id: string): Known | undefined {
    return this.#came.get(id) ?? this.#changed.get(id) ?? this.#read.get(id)
  }

  /** A line that calls itself `givenId` is the memory of this id; of two that do so the first is meant. */
  came(id: string, told: Known, givenId: string | undefined): void {
    if (givenId !== undefined && givenId !== id && !this.hasCome(givenId)) this.#renamed.set(givenId, id)
    const known = this.find(id)
    this.#came.set(id, known !== undefined && known.version >= told.version ? known : told)
  }

  changed(id: string, known: Known): void {
    const told = this.#came.get(id) === undefined ? this.#changed : this.#came
    told.set(id, known)
  }

  /** Whether a line of this import is what a reference means. */
  hasCome(reference: string): boolean {
    return this.candidates(reference).some((id) => this.#came.get(id) !== undefined)
  }

  /** The id of what a reference means, if the caller can see it. */
  resolve(reference: string): string | undefined {
    return this.candidates(reference).find((id) => this.find(id)?.isInSight)
  }

  /** What a reference may mean. */
  candidates(reference: string): string[] {
    const renamed = this.#renamed.get(reference)
    return renamed === undefined ? candidateIds(reference) : [renamed]
  }

  /** The id that a line of this one has got; the same where it kept it. */
  readonly rename = (reference: string): string => this.#renamed.get(reference) ?? reference

  send(): void {
    for (const each of [this.#came, this.#renamed, this.#changed]) each.send()
  }

  keep(isStored: boolean): void {
    this.#came.keep(isStored ? mostCame : undefined)
    this.#renamed.keep()
    this.#changed.drop()
  }

  /** What was found out since is not so, and of what is there the store is asked again. */
  takeBack(): void {
    for (const each of [this.#came, this.#renamed, this.#changed]) each.takeBack()
    this.#came.forget()
    this.#read.clear()
    this.#ahead.clear()
  }

  #toKnown(memory: StoredMemory): Known {
    const { version, validFrom, validTo, text } = memory
    return { version, validFrom, validTo, textDigest: digestOf(text), isInSight: isInSight(memory, this.#caller) }
  }
}
