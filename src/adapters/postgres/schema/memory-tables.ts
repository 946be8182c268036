import type { NewMemory } from '../../../ports/store/write.js'
import { labelsOf } from '../../relational/labels.js'
import { memoryColumnTypes, memoryValues } from '../../relational/memory-columns.js'
import { packTerms } from '../../relational/packing.js'
import type { Transaction } from '../connection/transaction.js'
import { Rows, tableOf } from './bulk-insert.js'

const memories = tableOf('memories', memoryColumnTypes)
const strengths = tableOf('strengths', {
  row: 'int',
  stability: 'float8',
  difficulty: 'float8',
  reviewed_at: 'bigint',
  uses: 'int',
  recent_uses: 'text',
  accessed_at: 'bigint',
})
export const labels = tableOf('labels', { label: 'text', row: 'int' })
const postings = tableOf('postings', { term: 'int', row: 'int', count: 'int', length: 'int' })
const structures = tableOf('structures', { row: 'int', body: 'text' })
export const vectors = tableOf(
  'vectors',
  { model: 'int', row: 'int', square: 'int', components: 'halfvec' },
  'ON CONFLICT (tenant_id, model, row) DO UPDATE SET square = excluded.square, components = excluded.components',
)

/** The numbers that the tables use for a memory and what it refers to. */
export interface MemoryNumbers {
  readonly row: number
  readonly project: number
  readonly session: number
  readonly speaker: number
  readonly scene: number
  readonly model: number
  readonly terms: readonly (readonly [id: number, count: number])[]
}

/** Collects new memories to insert into the tables. */
export class MemoryTables {
  readonly #memories = new Rows(memories)
  readonly #strengths = new Rows(strengths)
  readonly #labels = new Rows(labels)
  readonly #postings = new Rows(postings)
  readonly #structures = new Rows(structures)
  readonly #vectors = new Rows(vectors)

  add({ memory, index, strength, structure, vector, origin = null }: NewMemory, numbers: MemoryNumbers): void {
    const { row, model, terms } = numbers
    this.#memories.add(row, ...memoryValues({ memory, index, ids: numbers, packedTerms: packTerms(terms), origin }))
    const { stability, difficulty, reviewedAt, uses, recentUses, accessedAt } = strength
    this.#strengths.add(row, stability, difficulty, reviewedAt, uses, JSON.stringify(recentUses), accessedAt)
    for (const label of labelsOf(memory.tags, memory.facets)) this.#labels.add(label, row)
    for (const [term, count] of terms) this.#postings.add(term, row, count, index.length)
    if (structure !== undefined) this.#structures.add(row, JSON.stringify(structure))
    if (vector !== null) this.#vectors.add(model, row, ...toColumns(vector.values))
  }

  send(transaction: Transaction): void {
    const all = [this.#memories, this.#strengths, this.#labels, this.#postings, this.#structures, this.#vectors]
    for (const rows of all) rows.send(transaction)
  }
}

/** The vector's dot product with itself, and its components as text. */
export function toColumns(values: Int8Array): [square: number, components: string] {
  return [values.reduce((sum, value) => sum + value * value, 0), `[${values.join()}]`]
}
