import type { StoredMemory } from '../../memory/memory.js'
import { relevanceFloor } from '../../memory/recall/constants.js'
import { bestOf } from '../../memory/recall/ranking/rank-memories.js'
import { isStructural } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import type { Subquery } from '../../memory/workflow/planning/subquery.js'
import { withoutDates } from '../../memory/workflow/planning/without-dates.js'
import type { FinalOutput } from '../../memory/workflow/retrieval/final-output.js'
import { type MergedHit, mergeHits, type SubqueryHits } from '../../memory/workflow/retrieval/merge.js'
import type { RetrievedMemory } from '../../memory/workflow/retrieval/retrieved-memory.js'
import type { Caller } from '../machinery/caller.js'
import { rounded } from '../machinery/rounded.js'
import { fitBudget } from '../recall/answer-budget.js'
import type { Found } from '../recall/find-memories.js'
import { visibleIds } from '../writing/read-visible.js'
import { findLessons } from './find-lessons.js'
import { recallForText, type TextRecall } from './recall-for-text.js'
import type { WorkflowContext } from './workflow-context.js'

const maxMemories = 20
/** Links of the best `maxSeeds` memories add at most `maxLinked` more. */
const maxSeeds = 5
const maxLinked = 5
/** COM14. */
const maxTokens = 20_000

interface Search {
  readonly subqueries: readonly Subquery[]
  /** REC24: the whole question in other words. */
  readonly also?: readonly string[]
  /** Planning's own retrieval, which is reused. */
  readonly probed?: TextRecall
}

/** WPL5: retrieves memories for the plan, and the lessons that fit. */
export async function retrieve(
  { subqueries, also, probed }: Search,
  context: WorkflowContext,
  caller: Caller,
): Promise<FinalOutput> {
  const [whole, ...parts] = subqueries
  const isProbed = probed?.found.query.text === datedText(whole) && probed.lexicalWeight === whole.lexicalWeight
  const first = isProbed ? probed : await recallForText(datedText(whole), { ...whole, also }, context, caller)
  const found = [...toFound(whole, first.found, await withoutItsDates(whole, context, caller))]
  for (const part of parts) {
    const dated = await recallForText(datedText(part), part, context, caller)
    found.push(...toFound(part, dated.found, await withoutItsDates(part, context, caller)))
  }
  const merged = await withLinked(mergeHits(found), context)
  const memories = await toRetrieved(merged, context, caller)
  return {
    memories: [...(await fitBudget(memories, first.found.query, maxTokens, context))],
    reasoningbank_hits: await findLessons(first.question, context, caller),
  }
}

/** Adds the date to a part that does not repeat it: recall boosts what happened then. */
const datedText = ({ text, timeHints }: Subquery): string =>
  [text, ...timeHints.map((hint) => hint.text).filter((hint) => !text.includes(hint))].join(' ')

async function withoutItsDates(
  subquery: Subquery,
  context: WorkflowContext,
  caller: Caller,
): Promise<readonly Found[]> {
  const text = await withoutDates(subquery)
  return text === undefined ? [] : [(await recallForText(text, subquery, context, caller)).found]
}

/** WPL3: memories that are relevant with the date or without it; the date only raises their rank. */
function toFound({ text, timeHints }: Subquery, dated: Found, undated: readonly Found[]): readonly SubqueryHits[] {
  const timeliness = new Map(
    timeHints.length === 0
      ? []
      : dated.ranking.ids.map((id, place) => [id, dated.ranking.timeliness?.[place] ?? 0] as const),
  )
  return [dated, ...undated].map(({ ranking }) => ({
    subquery: text,
    nothingRelevant: ranking.nothingRelevant,
    hits: bestOf(ranking)
      .filter(({ relevance }) => relevance >= relevanceFloor)
      .map(({ id, relevance }) => ({ id, relevance, timeliness: timeliness.get(id) ?? 0 })),
  }))
}

/** The best memories, and relevant ones linked to the very best, however low they rank. */
async function withLinked(merged: readonly MergedHit[], { memories }: WorkflowContext): Promise<readonly MergedHit[]> {
  const [best, further] = [merged.slice(0, maxMemories), merged.slice(maxMemories)]
  if (further.length === 0) return best
  const edges = await memories.neighbours(best.slice(0, maxSeeds).map(({ id }) => id))
  const linked = new Set(edges.flatMap(({ source, target, type }) => (isStructural(type) ? [] : [source, target])))
  return [...best, ...further.filter(({ id }) => linked.has(id)).slice(0, maxLinked)]
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
  const seen = new Set(await visibleIds([...new Set(edges.map(({ target }) => target))], context, caller))
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
