import type { Memory } from '../../memory/memory.js'
import { type NewMemory, StoreConflict } from '../../ports/memory-store.js'
import { activeState, kindCode } from '../relational/codes.js'
import { facetLabel, labelsOf } from '../relational/labels.js'
import type { KnownNames } from './look-up.js'
import { numbers } from './rows.js'
import { prepared, type Sql } from './sql.js'

const holders = prepared(
  'holders of facets',
  `SELECT asked.place::int AS place, memories.id
   FROM unnest($2::text[], $3::int[], $4::int[], $5::int[]) WITH ORDINALITY AS asked(label, kind, project, session, place)
   JOIN labels ON labels.tenant_id = $1 AND labels.label = asked.label
   JOIN memories ON memories.tenant_id = $1 AND memories.row = labels.row
   WHERE memories.kind = asked.kind AND memories.project = asked.project AND memories.session = asked.session
     AND memories.state = ${activeState} AND memories.valid_to IS NULL`,
)

/** No memory has this number. */
const nobody = -1

/** Who has a facet that must be one of its kind: looked up here, where writes are in order. */
export class UniqueFacets {
  /** By what must be unique: the ids that have it. */
  readonly #holders = new Map<string, Set<string>>()

  static async lookUp(sql: Sql, added: readonly NewMemory[], names: KnownNames): Promise<UniqueFacets> {
    const facets = new UniqueFacets()
    const asked = added.filter(({ uniqueFacet }) => uniqueFacet !== undefined)
    if (asked.length === 0) return facets
    for (const each of asked) facets.#holders.set(askedKey(each), new Set())
    // A session that has no number yet has no memories.
    const numberOf = (name: string | null) => (name === null ? 0 : (names.findName(name) ?? nobody))
    const found = await sql.all<{ place: number; id: string }>(
      holders,
      asked.map(askedLabel),
      numbers(asked.map(({ memory }) => kindCode.toCode(memory.kind))),
      numbers(asked.map(({ memory }) => numberOf(memory.project))),
      numbers(asked.map(({ memory }) => numberOf(memory.session))),
    )
    for (const { place, id } of found) facets.#holders.get(askedKey(asked[place - 1]))?.add(id)
    return facets
  }

  assertFree(added: NewMemory): void {
    if (added.uniqueFacet === undefined) return
    const other = [...this.#holders.get(askedKey(added))!].find((id) => id !== added.memory.id)
    if (other !== undefined) throw new StoreConflict(`${other} has the same ${added.uniqueFacet}`)
  }

  /** As it stands once its own changes are made. */
  note({ memory, changes = [] }: NewMemory): void {
    if (this.#holders.size === 0) return
    const now: Memory = Object.assign(
      {},
      memory,
      ...changes.map(({ id: _, version: __, at: ___, ...change }) => change),
    )
    if (now.state !== 'active' || now.validTo !== null) return
    for (const label of labelsOf(now.tags, now.facets)) this.#holders.get(keyOf(label, now))?.add(now.id)
  }

  /** Of a batch that was refused. */
  drop(ids: Iterable<string>): void {
    for (const id of ids) for (const holders of this.#holders.values()) holders.delete(id)
  }
}

// A unique facet is a plain value, or it could not be looked up.
const askedLabel = ({ memory: { facets }, uniqueFacet }: NewMemory): string =>
  facetLabel(uniqueFacet!, facets[uniqueFacet!] as string)

const askedKey = (added: NewMemory): string => keyOf(askedLabel(added), added.memory)

const keyOf = (label: string, { kind, project, session }: Memory): string =>
  JSON.stringify([label, kind, project, session])
