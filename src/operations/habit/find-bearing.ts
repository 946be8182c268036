import { bearingOf } from '../../memory/habit/bearing.js'
import type { PromptPart } from '../../memory/habit/prompt-parts.js'
import type { Said } from '../../memory/habit/wording.js'
import type { Kind, StoredMemory } from '../../memory/memory.js'
import { bestPassage } from '../../memory/recall/passage.js'
import type { Query } from '../../memory/recall/query.js'
import { bestOf } from '../../memory/recall/rank-memories.js'
import type { MemoryFilter } from '../../ports/memory-store.js'
import { findMemories } from '../recalling/find-memories.js'
import type { HabitContext, HookScope } from './habit-context.js'

/** Of what recall ranks first, so many are looked at closely. */
const looked = 8
const mostBrought = 5
/** What bears less than this share of the best is left out: one good memory is worth more than five. */
const besideBest = 0.6
const longestText = 700

interface Bearing {
  readonly memory: StoredMemory
  readonly query: Query
  readonly bearing: number
  readonly relevance: number
}

/** Memories that bear on any of the parts, best first, each at most once; `except` were said already. */
export async function findBearing(
  parts: readonly PromptPart[],
  scope: HookScope,
  { kinds, except = [] }: { readonly kinds?: readonly Kind[]; readonly except?: readonly string[] },
  context: HabitContext,
): Promise<readonly Said[]> {
  const filter = { ...filterOf(scope), ...(kinds === undefined ? {} : { kinds }) }
  // At once: while one is ranked, the next is read.
  const found = await Promise.all(parts.map((part) => bearingOnPart(part, filter, context)))
  const best = new Map<string, Bearing>()
  for (const each of found.flat()) {
    const known = best.get(each.memory.id)
    if (known === undefined || known.bearing < each.bearing) best.set(each.memory.id, each)
  }
  const ordered = [...best.values()].sort(
    (a, b) => b.bearing * b.relevance - a.bearing * a.relevance || (a.memory.id < b.memory.id ? -1 : 1),
  )
  const strongest = Math.max(0, ...ordered.map(({ bearing }) => bearing))
  const said = new Set(except)
  return ordered
    .filter(({ bearing, memory }) => bearing >= besideBest * strongest && !said.has(memory.id))
    .slice(0, mostBrought)
    .map(({ memory, query }) => toSaid(memory, query))
}

async function bearingOnPart(
  { text: prompt, isPart }: PromptPart,
  filter: MemoryFilter,
  context: HabitContext,
): Promise<readonly Bearing[]> {
  const { query, ranking } = await findMemories(
    { query: prompt, filter, now: context.clock.now(), hasBareNumbers: true, holdingsOfFirst: looked },
    context,
  )
  const first = bestOf(ranking, looked)
  const stored = await context.memories.get(first.map(({ id }) => id))
  return stored.flatMap((memory, place) => {
    if (memory === undefined) return []
    const { relevance } = first[place]
    const { nothingRelevant } = ranking
    const holdings = ranking.holdings[place]
    const bearing = bearingOf({ relevance, nothingRelevant, holdings, prompt, isPart, text: memory.text })
    return bearing === 0 ? [] : [{ memory, query, bearing, relevance }]
  })
}

const filterOf = ({ project, session }: HookScope): MemoryFilter => ({
  ...(project === null ? { ofProject: null } : { project }),
  ...(session === undefined ? {} : { session }),
})

export const toSaid = ({ id, kind, text, happenedAt }: StoredMemory, query?: Query): Said => ({
  id,
  kind,
  text:
    text.length <= longestText || query === undefined
      ? text.slice(0, longestText)
      : bestPassage(text, query, longestText),
  happenedAt,
})
