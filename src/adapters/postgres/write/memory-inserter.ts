import { StoreConflict } from '../../../ports/store/errors.js'
import type { NewMemory, StoredVector } from '../../../ports/store/write.js'
import type { Sql } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { MemoryTables } from '../schema/memory-tables.js'
import { AnswerWriter, vectorsOfAnswers } from './answer-writer.js'
import type { IdCache } from './id-cache.js'
import { findRows, type KnownNames, lookUpModels, lookUpNames, lookUpTerms, unknownNames } from './look-up-ids.js'
import { modelIdOf } from './model-id.js'
import { SceneWriter } from './scene-writer.js'
import type { TransactionCounters } from './transaction-counters.js'
import { UniqueFacets } from './unique-facets.js'

/**
 * Adds memories. Everything it needs is looked up first, for all memories at once, and stays true until the end of the
 * transaction, because the tenant's lock excludes other writers.
 */
export class MemoryInserter {
  readonly #taken: Set<string>
  readonly #facets: UniqueFacets
  readonly #scenes: SceneWriter
  readonly #tables = new MemoryTables()
  readonly #answers = new AnswerWriter()

  private constructor(taken: Set<string>, facets: UniqueFacets, scenes: SceneWriter) {
    this.#taken = taken
    this.#facets = facets
    this.#scenes = scenes
  }

  /** `names` resolves names that the transaction has numbered, as well as cached ones. */
  static async lookUp(
    sql: Sql,
    added: readonly NewMemory[],
    idCache: IdCache,
    names: KnownNames = { findName: (name) => idCache.names.get(name) },
  ): Promise<MemoryInserter> {
    // The queries for scenes and facets need the numbers of names.
    const unknown = unknownNames(added, idCache)
    if (unknown.length > 0) await lookUpNames(sql, unknown, idCache)
    const ids = added.map(({ memory }) => memory.id)
    const models = added.flatMap(vectorsOf).map(({ model }) => model)
    const [taken, facets, scenes] = await Promise.all([
      findRows(sql, ids),
      UniqueFacets.lookUp(sql, added, names),
      SceneWriter.lookUp(sql, added, names),
      lookUpTerms(sql, added, idCache),
      lookUpModels(sql, models, idCache),
    ])
    return new MemoryInserter(new Set(taken.keys()), facets, scenes)
  }

  /** Throws without side effects if a memory cannot be added. Otherwise the caller must add all of them. */
  assertAddable(added: readonly NewMemory[], counters: TransactionCounters): void {
    const passed: string[] = []
    try {
      for (const each of added) {
        const { id } = each.memory
        if (this.#taken.has(id)) throw new StoreConflict(`${id} exists already`)
        this.#facets.assertFree(each)
        for (const vector of vectorsOf(each)) modelIdOf(vector, counters)
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

  /** Returns the new row. */
  add(added: NewMemory, counters: TransactionCounters): number {
    const { memory, index, vector, answers = [] } = added
    const row = counters.next('row')
    const names = {
      project: memory.project === null ? 0 : counters.nameId(memory.project),
      session: counters.nameId(memory.session),
      speaker: index.speaker === null ? 0 : counters.nameId(index.speaker),
    }
    this.#tables.add(added, {
      ...names,
      row,
      scene: this.#scenes.place(added, names, counters),
      model: vector === null ? 0 : modelIdOf(vector, counters),
      terms: counters.countDocument(index),
    })
    this.#answers.add(row, answers, counters)
    return row
  }

  send(transaction: Transaction): void {
    this.#tables.send(transaction)
    this.#answers.send(transaction)
    this.#scenes.send(transaction)
  }
}

const vectorsOf = ({ vector, answers }: NewMemory): StoredVector[] => [
  ...(vector === null ? [] : [vector]),
  ...vectorsOfAnswers(answers),
]
