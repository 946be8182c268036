import { analyseQuery } from '../../memory/recall/analyse-query.js'
import { type CandidateSet, mergeCandidates } from '../../memory/recall/candidates.js'
import { holdsPhrase, mayHoldPhrase } from '../../memory/recall/phrase.js'
import type { Query } from '../../memory/recall/query.js'
import { type Ranking, rankCandidates, scenesToComplete } from '../../memory/recall/rank.js'
import type { Similarities } from '../../memory/recall/similarity.js'
import type { CandidateRequest, MemoryFilter, MemoryStore } from '../../ports/memory-store.js'
import type { OperationContext } from '../operation-context.js'

/** REC7. */
const breadth = { perLeg: 200, newest: 50, exhaustiveUpTo: 2_000 }

export interface Found {
  readonly query: Query
  readonly filter: MemoryFilter
  readonly ranking: Ranking
  /** How many memories pass the filter, ranked or not. */
  readonly total: number
  /** False when some of those were not looked at closely. */
  readonly isExhaustive: boolean
}

export interface Asked {
  readonly query: string
  readonly filter: MemoryFilter
  /** The asking clock. */
  readonly now: number
  /** For text that is full of ports and versions: a bare number is no date. */
  readonly hasBareNumbers?: boolean
}

/** All that recalling needs. */
type RecallContext = Pick<OperationContext, 'memories' | 'embedder' | 'tokenSpace' | 'weights'>

/** A question taken apart and embedded, for those that ask it more than once. */
export interface ReadQuestion {
  readonly query: Query
  readonly vector: CandidateRequest['vector']
}

export async function readQuestion(
  text: string,
  { now, hasBareNumbers = false }: Pick<Asked, 'now' | 'hasBareNumbers'>,
  { memories, embedder, tokenSpace }: RecallContext,
): Promise<ReadQuestion> {
  const [tokens, languages] = await Promise.all([tokenSpace(), memories.languages()])
  const query = await analyseQuery(text, { tokens, languages, now, hasBareNumbers })
  return { query, vector: { model: embedder.identity, values: await embedder.embedQuery(text) } }
}

/** The one pipeline behind every recall: engines find candidates, the domain ranks them. */
export async function findMemories(asked: Asked, context: RecallContext): Promise<Found> {
  return findFor(await readQuestion(asked.query, asked, context), asked.filter, context)
}

/** The same for a question that was read before. */
export async function findFor(
  { query, vector }: ReadQuestion,
  filter: MemoryFilter,
  { memories, tokenSpace, weights }: RecallContext,
): Promise<Found> {
  const tokens = await tokenSpace()
  const request: CandidateRequest = { ...breadth, filter, terms: query.terms, vector }
  const options = { weights: weights.similarity }

  let set = await memories.findCandidates(request)
  let known: Similarities | undefined
  if (!set.isExhaustive) {
    // A scene is judged by its best members: those of the promising ones are all brought in.
    const promising = scenesToComplete(query, set, tokens, options)
    set = mergeCandidates(set, await memories.findScenes(request, promising.scenes))
    known = promising.known
  }
  const phraseHolders = await findPhraseHolders(query, set, memories)
  const ranking = rankCandidates(query, set, tokens, { ...options, phraseHolders, known })
  return { query, filter, ranking, total: set.total, isExhaustive: set.isExhaustive }
}

/** REC9: only here is stored text read before ranking, and only of what holds every word of the phrase. */
async function findPhraseHolders(query: Query, set: CandidateSet, memories: MemoryStore): Promise<ReadonlySet<string>> {
  if (query.phrases.length === 0) return new Set()
  const possible = set.candidates.filter((candidate) => mayHoldPhrase(query, candidate)).map(({ id }) => id)
  const stored = await memories.get(possible)
  return new Set(
    stored.flatMap((memory) => (memory !== undefined && holdsPhrase(query, memory.text) ? [memory.id] : [])),
  )
}
