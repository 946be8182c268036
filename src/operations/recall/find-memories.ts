import { analyseQuery } from '../../memory/recall/query/analyse-query.js'
import type { Query } from '../../memory/recall/query/query.js'
import type { RankedMemories } from '../../memory/recall/ranking/rank-memories.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import type { CandidateRequest } from '../../ports/store/search.js'
import type { CallOptions, OperationContext, RecallStage } from '../machinery/operation-context.js'

/** REC7. */
const searchBreadth = { perRetriever: 200, newest: 50, exhaustiveUpTo: 2_000 }

export interface Found {
  readonly query: Query
  readonly filter: MemoryFilter
  readonly ranking: RankedMemories
}

/** For how many of the first memories the ranking gives details besides their relevance. */
export interface RankingDetails {
  readonly explainFirst?: number
  readonly termCoverageOfFirst?: number
}

export interface Asked extends RankingDetails {
  readonly query: string
  readonly filter: MemoryFilter
  /** The time that the question's relative dates count from. */
  readonly now: number
  /** The text may hold ports and versions: a bare number is not a date. */
  readonly hasBareNumbers?: boolean
}

/** The part of the context that a recall needs. */
type RecallContext = Pick<OperationContext, 'memories' | 'embedder' | 'tokenSpace' | 'weights' | 'onStage'>

/** A question, analysed and embedded, for callers that search for it more than once. */
export interface AnalysedQuestion {
  readonly query: Query
  readonly vector: CandidateRequest['vector']
}

export async function analyseQuestion(
  text: string,
  { now, hasBareNumbers = false }: Pick<Asked, 'now' | 'hasBareNumbers'>,
  { memories, embedder, tokenSpace, onStage }: RecallContext,
): Promise<AnalysedQuestion> {
  const lap = startStageTimer(onStage)
  const [tokens, languages] = await Promise.all([tokenSpace(), memories.languages()])
  const query = await analyseQuery(text, { tokens, languages, now, hasBareNumbers })
  lap('read')
  const values = await embedder.embedQuery(text)
  lap('embed')
  return { query, vector: { model: embedder.identity, values } }
}

/** Analyses the question here; the store ranks its memories for it. */
export async function findMemories(asked: Asked, context: RecallContext): Promise<Found> {
  return findFor(await analyseQuestion(asked.query, asked, context), asked.filter, context, asked)
}

/** The same for a question that is already analysed. */
export async function findFor(
  { query, vector }: AnalysedQuestion,
  filter: MemoryFilter,
  { memories, weights, onStage }: Pick<RecallContext, 'memories' | 'weights' | 'onStage'>,
  { explainFirst = 0, termCoverageOfFirst = 0 }: RankingDetails = {},
): Promise<Found> {
  const by = { query, weights: weights.similarity, explainFirst, termCoverageOfFirst }
  const lap = startStageTimer(onStage)
  const ranking = await memories.rank({ filter, terms: query.terms, vector, by, ...searchBreadth })
  lap('rank')
  return { query, filter, ranking }
}

/** Reports the time since the stage before; without a listener it reads no clock. */
function startStageTimer(onStage: CallOptions['onStage']): (stage: RecallStage) => void {
  if (onStage === undefined) return () => {}
  let last = performance.now()
  return (stage) => {
    const now = performance.now()
    onStage(stage, now - last)
    last = now
  }
}
