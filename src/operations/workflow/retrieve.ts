import { kinds, type StoredMemory } from '../../memory/memory.js'
import { timelinessOf } from '../../memory/recall/cues.js'
import type { Query } from '../../memory/recall/query.js'
import { isStructural } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import type { Subquery } from '../../memory/workflow/planning/subquery.js'
import { withoutDates } from '../../memory/workflow/planning/undated.js'
import type { FinalOutput } from '../../memory/workflow/retrieval/final-output.js'
import { type FoundBySubquery, type MergedHit, mergeFound } from '../../memory/workflow/retrieval/merge.js'
import type { RetrievedMemory } from '../../memory/workflow/retrieval/retrieved-memory.js'
import { type Caller, scopeOf } from '../caller.js'
import { idsInSight } from '../reading.js'
import { fitBudget } from '../recalling/answer-budget.js'
import { type Found, findMemories } from '../recalling/find-memories.js'
import { rounded } from '../rounded.js'
import { findLessons } from './find-lessons.js'
import type { WorkflowContext } from './workflow-context.js'

const mostMemories = 20
/** Spreading starts from so many of the best, and brings so many more. */
const mostSeeds = 5
const mostLinked = 5
/** COM14. */
const maxTokens = 20_000

/** WPL5: what memory has for the plan, and the lessons that fit. */
export async function retrieve(
  subqueries: readonly Subquery[],
  context: WorkflowContext,
  caller: Caller,
): Promise<FinalOutput> {
  const [whole] = subqueries
  const found: FoundBySubquery[] = []
  let query: Query | undefined
  for (const subquery of subqueries) {
    const dated = await ask(datedText(subquery), subquery, context, caller)
    const text = await withoutDates(subquery)
    const undated = text === undefined ? [] : [await ask(text, subquery, context, caller)]
    query ??= dated.query
    found.push(...toFound(subquery, dated, undated))
  }
  const merged = await withLinked(mergeFound(found), context)
  const memories = await toRetrieved(merged, context, caller)
  return {
    memories: [...fitBudget(memories, query!, maxTokens)],
    reasoningbank_hits: await findLessons(whole.text, context, caller),
  }
}

const shownKinds = kinds.filter((kind) => kind !== 'lesson')

/** A part that does not repeat the date is asked of it too; recall boosts what happened then. */
const datedText = ({ text, timeHints }: Subquery): string =>
  [text, ...timeHints.map((hint) => hint.text).filter((hint) => !text.includes(hint))].join(' ')

function ask(query: string, { lexicalWeight, denseWeight }: Subquery, context: WorkflowContext, caller: Caller) {
  const { vector, soft } = context.weights.similarity
  const dense = denseWeight / (vector + soft)
  const similarity = { lexical: lexicalWeight, vector: vector * dense, soft: soft * dense }
  return findMemories(
    { query, filter: { ...scopeOf(caller), kinds: shownKinds }, now: context.clock.now() },
    { ...context, weights: { ...context.weights, similarity } },
  )
}

/** WPL3: what is to the point with the date or without it; the date only brings forward. */
function toFound({ text }: Subquery, dated: Found, undated: readonly Found[]): readonly FoundBySubquery[] {
  const timeliness = new Map(
    dated.ranking.ranked.map(({ candidate }) => [candidate.id, timelinessOf(dated.query, candidate)]),
  )
  return [dated, ...undated].map(({ ranking }) => ({
    subquery: text,
    nothingRelevant: ranking.nothingRelevant,
    hits: ranking.ranked.map(({ candidate: { id }, relevance }) => ({
      id,
      relevance,
      timeliness: timeliness.get(id) ?? 0,
    })),
  }))
}

/** The best, and those linked to the very best that are to the point themselves, however far down they were ranked. */
async function withLinked(merged: readonly MergedHit[], { memories }: WorkflowContext): Promise<readonly MergedHit[]> {
  const [best, further] = [merged.slice(0, mostMemories), merged.slice(mostMemories)]
  if (further.length === 0) return best
  const edges = await memories.neighbours(best.slice(0, mostSeeds).map(({ id }) => id))
  const linked = new Set(edges.flatMap(({ source, target, type }) => (isStructural(type) ? [] : [source, target])))
  return [...best, ...further.filter(({ id }) => linked.has(id)).slice(0, mostLinked)]
}

async function toRetrieved(
  merged: readonly MergedHit[],
  context: WorkflowContext,
  caller: Caller,
): Promise<(RetrievedMemory & { readonly truncated?: boolean })[]> {
  const { memories } = context
  const ids = merged.map(({ id }) => id)
  const [stored, neighbours] = await Promise.all([memories.get(ids), memories.neighbours(ids)])
  const edges = neighbours.filter(({ type }) => !isStructural(type))
  // COM3: a link may lead into another session.
  const seen = new Set(await idsInSight([...new Set(edges.map(({ target }) => target))], context, caller))
  return merged.flatMap(({ id, score, subqueriesMatched }, place) => {
    const memory: StoredMemory | undefined = stored[place]
    if (memory === undefined) return []
    const relations = edges
      .filter(({ source, target }) => source === id && seen.has(target))
      .map(({ type, target, weight }) => ({ type, target_id: target, weight: rounded(weight) }))
    return [
      {
        id,
        content: memory.text,
        type: memory.kind,
        score: rounded(score),
        tags: [...memory.tags],
        created_at: formatTime(memory.recordedAt),
        updated_at: formatTime(memory.validFrom),
        session_id: memory.session,
        subqueries_matched: [...subqueriesMatched],
        relations,
      },
    ]
  })
}
