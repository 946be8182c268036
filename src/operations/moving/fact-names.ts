import { entityFacets, entityKey, toEntity } from '../../memory/semantic/entity.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import type { Arrival } from './arrival.js'
import { ProvisionalMap } from './provisional-map.js'

/** Names that are looked up at once for a fact whose own is taken. */
const namesAtOnce = 50

/** WSP1, SEM1: gives facts that come without a name of their own one that no other current fact of the session has. */
export class FactNames {
  readonly #memories: Pick<MemoryStore, 'findByFacet'>
  /** By session, project and key: in the store, and given to lines of this import. */
  #taken = new Set<string>()
  readonly #given = new ProvisionalMap<true>()
  /** The number to go on with, so that a thousand facts of one name need no million looks. */
  readonly #next = new Map<string, number>()

  constructor(memories: Pick<MemoryStore, 'findByFacet'>) {
    this.#memories = memories
  }

  /** Which of the names that these facts begin with are taken: one question for all of a session. */
  async look(arrivals: readonly Arrival[]): Promise<void> {
    this.#taken = new Set()
    const homes = new Map<string, Arrival[]>()
    for (const arrival of arrivals) {
      if (arrival.isNamedHere) homes.set(homeOf(arrival), [...(homes.get(homeOf(arrival)) ?? []), arrival])
    }
    for (const facts of homes.values())
      await this.#ask(
        facts[0],
        facts.map((fact) => keyOf(nameOf(fact))),
      )
  }

  /** For one that is named here. */
  async name(arrival: Arrival): Promise<Arrival> {
    const name = await this.#freeName(arrival)
    this.#given.set(placeOf(arrival, keyOf(name)), true)
    const { entityType, details } = toEntity(arrival.memory)
    const { source, ...facets } = arrival.memory.facets
    const own = entityFacets({ name, entityType, details }, typeof source === 'string' ? source : null)
    return { ...arrival, memory: { ...arrival.memory, facets: { ...facets, ...own } } }
  }

  send(): void {
    this.#given.send()
  }

  /** The batch is in the store, which can be asked; or, in a dry run, only as good as in it. */
  keep(isStored: boolean): void {
    if (isStored) this.#given.drop()
    else this.#given.keep()
  }

  takeBack(): void {
    this.#given.takeBack()
    this.#next.clear()
  }

  async #freeName(arrival: Arrival): Promise<string> {
    const name = nameOf(arrival)
    if (!this.#isTaken(arrival, name)) return name
    const place = placeOf(arrival, keyOf(name))
    for (let first = this.#next.get(place) ?? 2; ; first += namesAtOnce) {
      const names = Array.from({ length: namesAtOnce }, (_, number) => `${name} (${first + number})`)
      await this.#ask(arrival, names.map(keyOf))
      const free = names.findIndex((each) => !this.#isTaken(arrival, each))
      if (free === -1) continue
      this.#next.set(place, first + free + 1)
      return names[free]
    }
  }

  #isTaken(arrival: Arrival, name: string): boolean {
    const place = placeOf(arrival, keyOf(name))
    return this.#taken.has(place) || this.#given.get(place) === true
  }

  async #ask(arrival: Arrival, keys: readonly string[]): Promise<void> {
    const { session, project } = arrival.memory
    const filter = { session, ofProject: project, kinds: ['entity'] as const }
    for (const { value } of await this.#memories.findByFacet('key', keys, filter))
      this.#taken.add(placeOf(arrival, value))
  }
}

const nameOf = ({ memory }: Arrival): string => toEntity(memory).name
const keyOf = (name: string): string => entityKey(name, 'FACT')
const homeOf = ({ memory: { session, project } }: Arrival): string => JSON.stringify([session, project])
const placeOf = (arrival: Arrival, key: string): string => `${homeOf(arrival)} ${key}`
