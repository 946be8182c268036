import { WorldWeaverError } from '../../errors.js'
import { type NewMemory, StoreConflict, type StoredVector } from '../../ports/memory-store.js'
import { findRows, type KnownNames, lookUpModels, lookUpNames, lookUpTerms, unknownNames } from './look-up.js'
import { MemoryTables } from './memory-tables.js'
import type { Remembered } from './remembered.js'
import { SceneBook } from './scene-book.js'
import type { Sql } from './sql.js'
import type { Sums } from './sums.js'
import type { Transaction } from './transaction.js'
import { UniqueFacets } from './unique-facets.js'

/**
 * Adds memories. All that has to be known is looked up first, for all of them at once: what is decided then stays true
 * until the end, because nobody else writes.
 */
export class AddWriter {
  readonly #taken: Set<string>
  readonly #facets: UniqueFacets
  readonly #scenes: SceneBook
  readonly #tables = new MemoryTables()

  private constructor(taken: Set<string>, facets: UniqueFacets, scenes: SceneBook) {
    this.#taken = taken
    this.#facets = facets
    this.#scenes = scenes
  }

  /** `names` are those that the transaction has given numbers to, and those that are remembered. */
  static async lookUp(
    sql: Sql,
    added: readonly NewMemory[],
    remembered: Remembered,
    names: KnownNames = { findName: (name) => remembered.names.get(name) },
  ): Promise<AddWriter> {
    // Scenes and facets are asked for by the numbers of names.
    const unknown = unknownNames(added, remembered)
    if (unknown.length > 0) await lookUpNames(sql, unknown, remembered)
    const ids = added.map(({ memory }) => memory.id)
    const models = added.map(({ vector }) => vector?.model)
    const [taken, facets, scenes] = await Promise.all([
      findRows(sql, ids),
      UniqueFacets.lookUp(sql, added, names),
      SceneBook.lookUp(sql, added, names),
      lookUpTerms(sql, added, remembered),
      lookUpModels(sql, models, remembered),
    ])
    return new AddWriter(new Set(taken.keys()), facets, scenes)
  }

  /** Throws, and is as before, when one of them cannot be added. Afterwards they are to be added. */
  assertAddable(added: readonly NewMemory[], sums: Sums): void {
    const passed: string[] = []
    try {
      for (const each of added) {
        const { id } = each.memory
        if (this.#taken.has(id)) throw new StoreConflict(`${id} exists already`)
        this.#facets.assertFree(each)
        if (each.vector !== null) modelIdOf(each.vector, sums)
        this.#taken.add(id)
        passed.push(id)
        this.#facets.note(each)
      }
    } catch (error) {
      for (const id of passed) this.#taken.delete(id)
      this.#facets.drop(passed)
      throw error
    }
  }

  /** The row it gets. */
  add(added: NewMemory, sums: Sums): number {
    const { memory, index, vector } = added
    const row = sums.next('row')
    const home = {
      project: memory.project === null ? 0 : sums.nameId(memory.project),
      session: sums.nameId(memory.session),
    }
    this.#tables.add(added, {
      ...home,
      row,
      speaker: index.speaker === null ? 0 : sums.nameId(index.speaker),
      scene: this.#scenes.place(added, home, sums),
      model: vector === null ? 0 : modelIdOf(vector, sums),
      terms: sums.countDocument(index),
    })
    return row
  }

  send(transaction: Transaction): void {
    this.#tables.send(transaction)
    this.#scenes.send(transaction)
  }
}

/** Of a model that was looked up. */
export function modelIdOf({ model, values }: StoredVector, sums: Sums): number {
  const { id, dimensions } = sums.modelOf(model, values.length)
  if (dimensions === values.length) return id
  throw new WorldWeaverError(
    'internal_error',
    `a vector of ${values.length} dimensions by ${model}, which has ${dimensions}`,
  )
}
