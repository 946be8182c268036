import type { AnswerIndex } from '../../../memory/recall/text/answer-index.js'
import { tableOf } from './bulk-insert.js'
import { toColumns } from './memory-tables.js'

/** The questions that memories answer (REC25). */
export const answers = tableOf('answers', {
  row: 'int',
  model: 'int',
  terms: 'bytea',
  tokens: 'bytea',
  vectors: 'bytea',
})
export const answerVectors = tableOf(
  'answer_vectors',
  {
    model: 'int',
    row: 'int',
    place: 'smallint',
    square: 'int',
    components: 'halfvec',
  },
  'ON CONFLICT (tenant_id, model, row, place) DO UPDATE SET square = excluded.square, components = excluded.components',
)
export const answerPostings = tableOf('answer_postings', {
  hash: 'int',
  row: 'int',
  place: 'smallint',
  count: 'int',
  length: 'int',
})
export const answerTerms = tableOf(
  'answer_terms',
  { hash: 'int', documents: 'int' },
  'ON CONFLICT (tenant_id, hash) DO UPDATE SET documents = answer_terms.documents + excluded.documents',
)

/** A uint32 as the int4 with the same bits. */
export const toInt4 = (hash: number): number => hash | 0

/** The rows of `answer_postings` for a memory. */
export const postingsOf = (row: number, indexes: readonly AnswerIndex[]): number[][] =>
  indexes.flatMap(({ terms, length }, place) => {
    const counts = new Map<number, number>()
    for (const hash of terms) counts.set(hash, 1 + (counts.get(hash) ?? 0))
    return Array.from(counts, ([hash, count]) => [toInt4(hash), row, place, count, length])
  })

/** The rows of `answer_vectors` for a memory with that many answers; `packed` is empty without vectors. */
export function vectorRowsOf(row: number, model: number, packed: Uint8Array, answers: number): (number | string)[][] {
  if (packed.length === 0) return []
  const dimensions = packed.length / answers
  const all = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength)
  return Array.from({ length: answers }, (_, place) => {
    const values = all.subarray(place * dimensions, (place + 1) * dimensions)
    return [model, row, place, ...toColumns(values)]
  })
}
