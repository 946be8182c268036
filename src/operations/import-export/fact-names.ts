import { groupBy } from '../../memory/group-by.js'
import { entityFacets, entityKey, toEntity } from '../../memory/semantic/entity.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { IncomingMemory } from './incoming-memory.js'
import { ProvisionalMap } from './provisional-map.js'

/** How many alternative names one query checks when a fact's name is taken. */
const namesPerQuery = 50

/** WSP1, SEM1: gives facts without a name one that no other current fact of the session has. */
export class FactNames {
  readonly #memories: Pick<MemoryReader, 'findByFacet'>
  /** By session, project and key: names in the store, and names given to lines of this import. */
  #taken = new Set<string>()
  readonly #given = new ProvisionalMap<true>()
  /** The next number to try, so that a thousand facts of one name do not need a million lookups. */
  readonly #next = new Map<string, number>()

  constructor(memories: Pick<MemoryReader, 'findByFacet'>) {
    this.#memories = memories
  }

  /** Looks up which initial names of these facts are taken, with one query per session and project. */
  async load(incoming: readonly IncomingMemory[]): Promise<void> {
    this.#taken = new Set()
    const unnamed = incoming.filter(({ needsName }) => needsName)
    const byScope = groupBy(unnamed, scopeKey)
    for (const facts of byScope.values()) {
      const keys = facts.map((fact) => keyOf(nameOf(fact)))
      await this.#lookUp(facts[0], keys)
    }
  }

  /** For a fact with `needsName`. */
  async name(fact: IncomingMemory): Promise<IncomingMemory> {
    const name = await this.#freeName(fact)
    this.#given.set(nameKeyInScope(fact, keyOf(name)), true)
    const { entityType, details } = toEntity(fact.memory)
    const { source, ...facets } = fact.memory.facets
    const own = entityFacets({ name, entityType, details }, typeof source === 'string' ? source : null)
    return { ...fact, memory: { ...fact.memory, facets: { ...facets, ...own } } }
  }

  send(): void {
    this.#given.send()
  }

  /** The batch is stored, so that the store knows its names; in a dry run they are held here. */
  confirm(isStored: boolean): void {
    if (isStored) this.#given.drop()
    else this.#given.confirm()
  }

  rollBack(): void {
    this.#given.rollBack()
    this.#next.clear()
  }

  async #freeName(fact: IncomingMemory): Promise<string> {
    const name = nameOf(fact)
    if (!this.#isTaken(fact, name)) return name
    const place = nameKeyInScope(fact, keyOf(name))
    for (let first = this.#next.get(place) ?? 2; ; first += namesPerQuery) {
      const names = Array.from({ length: namesPerQuery }, (_, number) => `${name} (${first + number})`)
      await this.#lookUp(fact, names.map(keyOf))
      const free = names.findIndex((each) => !this.#isTaken(fact, each))
      if (free === -1) continue
      this.#next.set(place, first + free + 1)
      return names[free]
    }
  }

  #isTaken(fact: IncomingMemory, name: string): boolean {
    const place = nameKeyInScope(fact, keyOf(name))
    return this.#taken.has(place) || this.#given.get(place) === true
  }

  async #lookUp(fact: IncomingMemory, keys: readonly string[]): Promise<void> {
    const { session, project } = fact.memory
    const filter = { session, ofProject: project, kinds: ['entity'] as const }
    for (const { value } of await this.#memories.findByFacet('key', keys, filter))
      this.#taken.add(nameKeyInScope(fact, value))
  }
}

const nameOf = ({ memory }: IncomingMemory): string => toEntity(memory).name
const keyOf = (name: string): string => entityKey(name, 'FACT')
const scopeKey = ({ memory: { session, project } }: IncomingMemory): string => JSON.stringify([session, project])
const nameKeyInScope = (fact: IncomingMemory, key: string): string => `${scopeKey(fact)} ${key}`
