import type { NewMemory, StoredVector } from '../../ports/memory-store.js'
import { labelsOf } from '../relational/labels.js'
import { memoryValues } from '../relational/memory-values.js'
import { packTerms } from '../relational/packing.js'
import { Rows, tableOf } from './rows.js'
import type { Transaction } from './transaction.js'

const memories = tableOf('memories', {
  row: 'int',
  id: 'text',
  kind: 'smallint',
  state: 'smallint',
  outcome: 'smallint',
  project: 'int',
  session: 'int',
  scene: 'int',
  happened_at: 'bigint',
  recorded_at: 'bigint',
  valid_from: 'bigint',
  valid_to: 'bigint',
  importance: 'float8',
  version: 'int',
  version_began_at: 'bigint',
  flags: 'smallint',
  speaker: 'int',
  length: 'int',
  content_tokens: 'int',
  language: 'text',
  terms: 'bytea',
  tokens: 'bytea',
  source: 'text',
  tags: 'text',
  facets: 'text',
  summary: 'text',
  text: 'text',
  digest: 'bigint',
})
const strengths = tableOf('strengths', {
  row: 'int',
  stability: 'float8',
  difficulty: 'float8',
  reviewed_at: 'bigint',
  uses: 'int',
  recent_uses: 'text',
})
export const labels = tableOf('labels', { label: 'text', row: 'int' })
const postings = tableOf('postings', { term: 'int', row: 'int', count: 'int', length: 'int' })
const structures = tableOf('structures', { row: 'int', body: 'text' })
export const vectors = tableOf(
  'vectors',
  { model: 'int', row: 'int', square: 'int', components: 'halfvec' },
  'ON CONFLICT (tenant_id, model, row) DO UPDATE SET square = excluded.square, components = excluded.components',
)

/** What a memory is called by its numbers. */
export interface MemoryNumbers {
  readonly row: number
  readonly project: number
  readonly session: number
  readonly speaker: number
  readonly scene: number
  readonly model: number
  readonly terms: readonly (readonly [id: number, count: number])[]
}

/** New memories on their way into the tables. */
export class MemoryTables {
  readonly #memories = new Rows(memories)
  readonly #strengths = new Rows(strengths)
  readonly #labels = new Rows(labels)
  readonly #postings = new Rows(postings)
  readonly #structures = new Rows(structures)
  readonly #vectors = new Rows(vectors)

  add({ memory, index, strength, structure, vector }: NewMemory, numbers: MemoryNumbers): void {
    const { row, model, terms } = numbers
    this.#memories.add(row, ...memoryValues(memory, index, numbers, packTerms(terms)))
    const { stability, difficulty, reviewedAt, uses, recentUses } = strength
    this.#strengths.add(row, stability, difficulty, reviewedAt, uses, JSON.stringify(recentUses))
    for (const label of labelsOf(memory.tags, memory.facets)) this.#labels.add(label, row)
    for (const [term, count] of terms) this.#postings.add(term, row, count, index.length)
    if (structure !== undefined) this.#structures.add(row, JSON.stringify(structure))
    if (vector !== null) this.#vectors.add(model, row, ...toColumns(vector))
  }

  send(transaction: Transaction): void {
    this.#memories.send(transaction)
    this.#strengths.send(transaction)
    this.#labels.send(transaction)
    this.#postings.send(transaction)
    this.#structures.send(transaction)
    this.#vectors.send(transaction)
  }
}

/** Its product with itself, and the vector as text. */
export function toColumns({ values }: StoredVector): [square: number, components: string] {
  return [values.reduce((sum, value) => sum + value * value, 0), `[${values.join()}]`]
}
