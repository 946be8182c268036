import type { IndexedAnswer, StoredVector } from '../../../ports/store/write.js'
import { packAnswers, unpackAnswers } from '../../relational/packed-answers.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { answerPostings, answers, answerVectors, postingsOf, vectorRowsOf } from '../schema/answer-tables.js'
import { insertRows, numbers, Rows } from '../schema/bulk-insert.js'
import { toColumns } from '../schema/memory-tables.js'
import { modelIdOf } from './model-id.js'
import type { TransactionCounters } from './transaction-counters.js'

export const vectorsOfAnswers = (given: readonly IndexedAnswer[] = []): StoredVector[] =>
  given.flatMap(({ vector }) => (vector === null ? [] : [vector]))

/** Collects the questions that memories answer (REC25). Their models must have been looked up before. */
export class AnswerWriter {
  readonly #answers = new Rows(answers)
  readonly #postings = new Rows(answerPostings)
  readonly #vectors = new Rows(answerVectors)

  add(row: number, given: readonly IndexedAnswer[], counters: TransactionCounters): void {
    if (given.length === 0) return
    const { terms, tokens, vectors, model: identity } = packAnswers(given)
    const [{ vector }] = given
    const model = identity === null || vector === null ? 0 : modelIdOf(vector, counters)
    const indexes = given.map(({ index }) => index)
    this.#answers.add(row, model, terms, tokens, vectors)
    for (const posting of postingsOf(row, indexes)) this.#postings.add(...posting)
    for (const each of vectorRowsOf(row, model, vectors, given.length)) this.#vectors.add(...each)
    counters.countAnswers(indexes)
  }

  send(transaction: Transaction): void {
    for (const rows of [this.#answers, this.#postings, this.#vectors]) rows.send(transaction)
  }
}

const selectAnswers = prepared(
  'answers of rows',
  'SELECT row, terms, tokens FROM answers WHERE tenant_id = $1 AND row = ANY ($2::int[])',
)
const deleteAnswers = prepared('drop answers', 'DELETE FROM answers WHERE tenant_id = $1 AND row = ANY ($2::int[])')
// These two by primary key, because there is no index by row alone.
const deleteVectors = prepared(
  'drop answer vectors',
  `DELETE FROM answer_vectors USING models WHERE models.tenant_id = $1
     AND answer_vectors.tenant_id = $1 AND answer_vectors.model = models.id AND answer_vectors.row = ANY ($2::int[])`,
)
const deletePostings = prepared(
  'drop answer postings',
  `DELETE FROM answer_postings USING unnest($2::int[], $3::int[], $4::smallint[]) AS gone(hash, row, place)
   WHERE answer_postings.tenant_id = $1 AND answer_postings.hash = gone.hash AND answer_postings.row = gone.row
     AND answer_postings.place = gone.place`,
)

interface AnswerColumns {
  readonly row: number
  readonly terms: Uint8Array
  readonly tokens: Uint8Array
}

/** Vectors of a further model. The models must have been looked up before. */
export function sendAnswerVectors(
  transaction: Transaction,
  given: readonly { readonly row: number; readonly vectors: readonly StoredVector[] }[],
  counters: TransactionCounters,
): void {
  const rows = given.flatMap(({ row, vectors }) =>
    vectors.map((vector, place) => [modelIdOf(vector, counters), row, place, ...toColumns(vector.values)]),
  )
  insertRows(transaction, answerVectors, rows)
}

/** Deletes the answers of these memories, with their terms and vectors. */
export async function dropAnswers(sql: Sql, rows: readonly number[], counters: TransactionCounters): Promise<void> {
  const dropped = await sql.all<AnswerColumns>(selectAnswers, numbers(rows))
  if (dropped.length === 0) return
  const postings: number[][] = []
  for (const each of dropped) {
    const indexes = unpackAnswers(each)
    postings.push(...postingsOf(each.row, indexes))
    counters.countAnswers(indexes, -1)
  }
  const column = (nth: number) => numbers(postings.map((posting) => posting[nth]))
  await sql.change(deletePostings, column(0), column(1), column(2))
  const gone = numbers(dropped.map(({ row }) => row))
  await sql.change(deleteVectors, gone)
  await sql.change(deleteAnswers, gone)
}
