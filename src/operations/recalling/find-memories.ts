import { analyseQuery } from '../../memory/recall/analyse-query.js'
import type { Query } from '../../memory/recall/query.js'
import type { RankedMemories } from '../../memory/recall/rank-memories.js'
import type { CandidateRequest, MemoryFilter } from '../../ports/memory-store.js'
import type { OperationContext } from '../operation-context.js'
import { startLaps } from './laps.js'

/** REC7. */
const breadth = { perLeg: 200, newest: 50, exhaustiveUpTo: 2_000 }

export interface Found {
  readonly query: Query
  readonly filter: MemoryFilter
  readonly ranking: RankedMemories
}

/** What to tell of the first beside their relevance. */
export interface Telling {
  readonly explainFirst?: number
  readonly holdingsOfFirst?: number
}

export interface Asked extends Telling {
  readonly query: string
  readonly filter: MemoryFilter
  /** The asking clock. */
  readonly now: number
  /** For text that is full of ports and versions: a bare number is no date. */
  readonly hasBareNumbers?: boolean
}

/** All that recalling needs. */
type RecallContext = Pick<OperationContext, 'memories' | 'embedder' | 'tokenSpace' | 'weights' | 'onStage'>

/** A question taken apart and embedded, for those that ask it more than once. */
export interface ReadQuestion {
  readonly query: Query
  readonly vector: CandidateRequest['vector']
}

export async function readQuestion(
  text: string,
  { now, hasBareNumbers = false }: Pick<Asked, 'now' | 'hasBareNumbers'>,
  { memories, embedder, tokenSpace, onStage }: RecallContext,
): Promise<ReadQuestion> {
  const lap = startLaps(onStage)
  const [tokens, languages] = await Promise.all([tokenSpace(), memories.languages()])
  const query = await analyseQuery(text, { tokens, languages, now, hasBareNumbers })
  lap('read')
  const values = await embedder.embedQuery(text)
  lap('embed')
  return { query, vector: { model: embedder.identity, values } }
}

/** Every recall: the question is read here, and ranked where the memories are. */
export async function findMemories(asked: Asked, context: RecallContext): Promise<Found> {
  return findFor(await readQuestion(asked.query, asked, context), asked.filter, context, asked)
}

/** The same for a question that was read before. */
export async function findFor(
  { query, vector }: ReadQuestion,
  filter: MemoryFilter,
  { memories, weights, onStage }: Pick<RecallContext, 'memories' | 'weights' | 'onStage'>,
  { explainFirst = 0, holdingsOfFirst = 0 }: Telling = {},
): Promise<Found> {
  const by = { query, weights: weights.similarity, explainFirst, holdingsOfFirst }
  const lap = startLaps(onStage)
  const ranking = await memories.rank({ filter, terms: query.terms, vector, by, ...breadth })
  lap('rank')
  return { query, filter, ranking }
}
