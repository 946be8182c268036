import { excerptLengthOf, type MemoryExcerpt, maxExcerptLength } from '../../memory/hooks/format-memories.js'
import type { PromptPart } from '../../memory/hooks/prompt-parts.js'
import { distinctnessOf, promptRelevance } from '../../memory/hooks/prompt-relevance.js'
import type { Kind, StoredMemory } from '../../memory/memory.js'
import { bestPassage } from '../../memory/recall/passage.js'
import type { Query } from '../../memory/recall/query/query.js'
import { bestOf } from '../../memory/recall/ranking/rank-memories.js'
import type { Slices } from '../../memory/slices.js'
import { isAllowed, mayInject } from '../../memory/trust/may-inject.js'
import type { Trust } from '../../memory/trust/trust.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import { runInSlices, yieldIfDue } from '../machinery/run-in-slices.js'
import { findMemories } from '../recall/find-memories.js'
import type { HookContext, HookScope } from './hook-context.js'

/** How many of the first ranked memories are examined closely. */
const maxExamined = 8
/** The same where memories that hooks may not inject are among them. */
const maxExaminedOfMany = 100
const maxInjected = 5
/** The least probability of a memory beside the best: one good memory is worth more than five. */
const minBeside = 0.88

interface RelevantMemory {
  readonly memory: StoredMemory
  readonly query: Query
  readonly promptRelevance: number
  readonly relevance: number
  /** REC16: the ids of later memories that may have replaced it. */
  readonly newer: readonly string[]
}

/** Finds memories relevant to any of the parts, best first, each once; `except` were injected already. */
export async function findRelevant(
  parts: readonly PromptPart[],
  scope: HookScope,
  { kinds, except = [] }: { readonly kinds?: readonly Kind[]; readonly except?: readonly string[] },
  context: HookContext,
): Promise<readonly MemoryExcerpt[]> {
  const filter = { ...filterOf(scope), ...(kinds === undefined ? {} : { kinds }) }
  // In parallel: while one part is ranked, the next is analysed.
  const { allows = [] } = scope
  const found = await Promise.all(parts.map((part) => relevantToPart(part, filter, allows, context)))
  const best = new Map<string, RelevantMemory>()
  for (const each of found.flat()) {
    const known = best.get(each.memory.id)
    if (known === undefined || known.promptRelevance < each.promptRelevance) best.set(each.memory.id, each)
  }
  const ordered = [...best.values()].sort(
    (a, b) => b.promptRelevance * b.relevance - a.promptRelevance * a.relevance || (a.memory.id < b.memory.id ? -1 : 1),
  )
  const injected = new Set(except)
  const chosen = ordered
    // What may have been replaced is of use only where the newer memory is not known to be relevant.
    .filter(({ newer }) => !newer.some((id) => best.has(id)))
    .filter(({ promptRelevance }, place) => place === 0 || promptRelevance >= minBeside)
    .filter(({ memory }) => !injected.has(memory.id))
    .slice(0, maxInjected)
  const length = excerptLengthOf(chosen.length)
  return Promise.all(chosen.map(async ({ memory, query }) => runInSlices(toPassage(memory, query, length), context)))
}

async function relevantToPart(
  part: PromptPart,
  filter: MemoryFilter,
  allows: readonly Trust[],
  context: HookContext,
  examined = maxExamined,
): Promise<readonly RelevantMemory[]> {
  const { query, ranking } = await findMemories(
    { query: part.text, filter, now: context.clock.now(), hasBareNumbers: true, termCoverageOfFirst: examined },
    context,
  )
  const first = bestOf(ranking, examined)
  const stored = await context.memories.get(first.map(({ id }) => id))
  // An import of thousands of memories must not hide the few that this person stated.
  const isCrowded = stored.some((memory) => memory !== undefined && !isAllowed(memory, allows))
  if (isCrowded && examined < maxExaminedOfMany && ranking.total > examined)
    return relevantToPart(part, filter, allows, context, maxExaminedOfMany)
  const distinctness = distinctnessOf(ranking.termCoverage)
  const relevant: RelevantMemory[] = []
  for (const [place, memory] of stored.entries()) {
    if (memory === undefined || !mayInject(memory, allows)) continue
    const { relevance } = first[place]
    const { newer } = ranking
    const relevanceToPrompt = promptRelevance({
      relevance,
      termCoverage: ranking.termCoverage[place],
      distinctness,
      part,
      text: memory.text,
    })
    if (relevanceToPrompt > 0)
      relevant.push({ memory, query, relevance, promptRelevance: relevanceToPrompt, newer: newer[memory.id] ?? [] })
    await yieldIfDue(context)
  }
  return relevant
}

const filterOf = ({ project, session }: HookScope): MemoryFilter => ({
  ...(project === null ? { ofProject: null } : { project }),
  ...(session === undefined ? {} : { session }),
})

export const toExcerpt = ({ id, kind, text, happenedAt, project, origin }: StoredMemory): MemoryExcerpt => ({
  id,
  kind,
  text: text.slice(0, maxExcerptLength),
  happenedAt,
  origin,
  project,
})

function* toPassage(memory: StoredMemory, query: Query, length: number): Slices<MemoryExcerpt> {
  return { ...toExcerpt(memory), text: yield* bestPassage(memory.text, query, length) }
}
