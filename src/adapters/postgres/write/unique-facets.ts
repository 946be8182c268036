import type { Memory } from '../../../memory/memory.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import type { NewMemory } from '../../../ports/store/write.js'
import { activeState, kindCode } from '../../relational/codes.js'
import { facetLabel, labelsOf } from '../../relational/labels.js'
import { prepared, type Sql } from '../connection/sql.js'
import { numbers } from '../schema/bulk-insert.js'
import type { KnownNames } from './look-up-ids.js'

const holders = prepared(
  'holders of facets',
  `SELECT asked.place::int AS place, memories.id
   FROM unnest($2::text[], $3::int[], $4::int[], $5::int[]) WITH ORDINALITY AS asked(label, kind, project, session, place)
   JOIN labels ON labels.tenant_id = $1 AND labels.label = asked.label
   JOIN memories ON memories.tenant_id = $1 AND memories.row = labels.row
   WHERE memories.kind = asked.kind AND memories.project = asked.project AND memories.session = asked.session
     AND memories.state = ${activeState} AND memories.valid_to IS NULL`,
)

/** No name has this number. */
const unknownName = -1

/** Checks unique facets within the transaction, where writes are in order. */
export class UniqueFacets {
  /** The ids that have each facet value that must be unique. */
  readonly #holders = new Map<string, Set<string>>()

  static async lookUp(sql: Sql, added: readonly NewMemory[], names: KnownNames): Promise<UniqueFacets> {
    const facets = new UniqueFacets()
    const asked = added.filter(({ uniqueFacet }) => uniqueFacet !== undefined)
    if (asked.length === 0) return facets
    for (const each of asked) facets.#holders.set(askedKey(each), new Set())
    // A session or project without a number has no memories.
    const numberOf = (name: string | null) => (name === null ? 0 : (names.findName(name) ?? unknownName))
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

  /** Records the facets of a memory that is about to be added, after its own changes. */
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

  /** Removes the memories of a batch that failed. */
  drop(ids: Iterable<string>): void {
    for (const id of ids) for (const holders of this.#holders.values()) holders.delete(id)
  }
}

// A unique facet is a plain value; other values have no label.
const askedLabel = ({ memory: { facets }, uniqueFacet }: NewMemory): string =>
  facetLabel(uniqueFacet!, facets[uniqueFacet!] as string)

const askedKey = (added: NewMemory): string => keyOf(askedLabel(added), added.memory)

const keyOf = (label: string, { kind, project, session }: Memory): string =>
  JSON.stringify([label, kind, project, session])
