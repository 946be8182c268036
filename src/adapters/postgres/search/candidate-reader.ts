import type { Candidate } from '../../../memory/recall/ranking/candidates.js'
import type { AnswerIndex } from '../../../memory/recall/text/answer-index.js'
import type { CandidateRequest } from '../../../ports/store/search.js'
import { prepared, type Sql } from '../connection/sql.js'
import { numbers } from '../schema/bulk-insert.js'
import { readAnswers, toAnswerDocument } from './answer-reader.js'
import type { Collection } from './collection-statistics.js'
import { type CosinesOfAnswers, type CosinesOfTexts, cosinesOfAnswers, cosinesOfTexts } from './cosine-reader.js'
import { aggregatedColumns, type GatheredRows, toCandidates } from './gathered-rows.js'
import type { Places } from './scene-members.js'

const selectMemories = prepared(
  'candidates',
  `SELECT ${aggregatedColumns} FROM memories WHERE memories.tenant_id = $1 AND memories.row = ANY ($2::int[])`,
)

// Only the few names that are speakers of these candidates.
const selectNames = prepared('speakers', 'SELECT id, name FROM names WHERE tenant_id = $1 AND id = ANY ($2::int[])')

async function speakersOf(sql: Sql, speakers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(speakers)
  ids.delete(0)
  if (ids.size === 0) return new Map()
  const names = await sql.all<{ id: number; name: string }>(selectNames, [...ids])
  return new Map(names.map(({ id, name }) => [id, name]))
}

const selectConversations = prepared(
  'conversations',
  'SELECT id FROM scenes WHERE tenant_id = $1 AND id = ANY ($2::int[]) AND conversation = 1',
)

/** Those of these scenes that are conversations (REC15). */
async function conversationsAmong(sql: Sql, scenes: readonly number[]): Promise<ReadonlySet<number>> {
  const ids = new Set(scenes)
  ids.delete(0)
  if (ids.size === 0) return new Set()
  const found = await sql.all<{ id: number }>(selectConversations, numbers([...ids]))
  return new Set(found.map(({ id }) => id))
}

/** Reads everything that ranking needs; `parallel` compares the vectors at the same time. */
export async function readCandidates(
  sql: Sql,
  parallel: Sql,
  { vectors, terms }: Pick<CandidateRequest, 'vectors' | 'terms'>,
  { model, terms: known, hashes, statistics }: Pick<Collection, 'model' | 'terms' | 'hashes' | 'statistics'>,
  places: Places,
): Promise<readonly Candidate[]> {
  if (places.size === 0) return []
  const asked = numbers([...places.keys()])
  const compared = vectors.length === 0 || model === undefined ? undefined : { model, vectors }
  const hasAnswers = statistics.answers.documents > 0
  const [rows, cosines, indexes, answerCosines] = await Promise.all([
    sql.find<GatheredRows>(selectMemories, asked),
    compared === undefined ? noCosines : cosinesOfTexts(parallel, compared, asked),
    hasAnswers ? readAnswers(sql, asked) : noAnswers,
    hasAnswers && compared !== undefined ? cosinesOfAnswers(parallel, compared, asked) : noAnswerCosines,
  ])
  if (rows === undefined || rows.row === null) return []
  const [speakers, conversations] = await Promise.all([
    speakersOf(sql, rows.speaker),
    conversationsAmong(sql, rows.scene),
  ])
  const toDocuments = ([row, own]: readonly [number, readonly AnswerIndex[]]) =>
    [
      row,
      own.map((index, place) => toAnswerDocument(index, hashes, terms.length, answerCosines.get(row)?.[place])),
    ] as const
  const answers = new Map([...indexes].map(toDocuments))
  return toCandidates(rows, { places, cosines, answers, speakers, conversations }, known, terms.length)
}

const noCosines: CosinesOfTexts = new Map()
const noAnswerCosines: CosinesOfAnswers = new Map()
const noAnswers: ReadonlyMap<number, readonly AnswerIndex[]> = new Map()
