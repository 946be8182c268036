import type { AnswerIndex } from '../../../memory/recall/text/answer-index.js'
import { unpackAnswers } from '../../relational/packed-answers.js'
import { prepared, type Sql } from '../connection/sql.js'
import { toInt4 } from '../schema/answer-tables.js'
import { AnswerDocument } from './answer-document.js'
import type { Cosines } from './cosine-reader.js'

// One row of arrays, as for the memories.
const selectAnswers = prepared(
  'answers',
  `SELECT json_agg(answers.row) AS row,
     string_agg(answers.terms, '') AS terms, json_agg(octet_length(answers.terms)) AS terms_length,
     string_agg(answers.tokens, '') AS tokens, json_agg(octet_length(answers.tokens)) AS tokens_length
   FROM answers WHERE answers.tenant_id = $1 AND answers.row = ANY ($2::int[])`,
)

interface FoundAnswers {
  readonly row: readonly number[]
  readonly terms: Uint8Array
  readonly terms_length: readonly number[]
  readonly tokens: Uint8Array
  readonly tokens_length: readonly number[]
}

/** The questions that these memories answer (REC25), by row. */
export async function readAnswers(sql: Sql, rows: string): Promise<ReadonlyMap<number, readonly AnswerIndex[]>> {
  const found = await sql.find<FoundAnswers | { readonly row: null }>(selectAnswers, rows)
  const answers = new Map<number, readonly AnswerIndex[]>()
  if (found === undefined || found.row === null) return answers
  let [termsEnd, tokensEnd] = [0, 0]
  found.row.forEach((row, at) => {
    const [termsFrom, tokensFrom] = [termsEnd, tokensEnd]
    termsEnd += found.terms_length[at]
    tokensEnd += found.tokens_length[at]
    const terms = found.terms.subarray(termsFrom, termsEnd)
    answers.set(row, unpackAnswers({ terms, tokens: found.tokens.subarray(tokensFrom, tokensEnd) }))
  })
  return answers
}

/** `hashes` has the index of each of the request's terms, of which there are `terms`. */
export function toAnswerDocument(
  { length, terms: given, tokens }: AnswerIndex,
  hashes: ReadonlyMap<number, number>,
  terms: number,
  cosines: Cosines | undefined,
): AnswerDocument {
  const counts = new Uint16Array(terms)
  for (const hash of given) {
    const place = hashes.get(toInt4(hash))
    if (place !== undefined) counts[place]++
  }
  return new AnswerDocument(length, { pool: tokens, from: 0, to: tokens.length }, counts, cosines)
}
