import { lastAccess } from '../../../memory/activation/reinforcement.js'
import type { Edge, StoredMemory } from '../../../memory/memory.js'
import { cosine } from '../../../memory/recall/ranking/cosine.js'
import { isStructural } from '../../../memory/semantic/links.js'
import { chooseCandidates } from '../../../memory/workspace/competition/candidates.js'
import type { Competition } from '../../../memory/workspace/competition/compete.js'
import type { Competitor } from '../../../memory/workspace/competition/specialists.js'
import { bufferCapacity } from '../../../memory/workspace/state/buffer.js'
import { dropFromWorkspace } from '../../../memory/workspace/state/forgetting.js'
import { isInhibited, toNameable } from '../../../memory/workspace/state/inhibition.js'
import { comebackAbove } from '../../../memory/workspace/state/settling.js'
import { occupantIds } from '../../../memory/workspace/state/slots.js'
import { slotCount, type Workspace } from '../../../memory/workspace/state/workspace.js'
import type { MemoryGraph } from '../../../ports/store/graph.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { MemorySearch } from '../../../ports/store/search.js'
import { type Caller, scopeOf } from '../../machinery/caller.js'
import type { Using } from '../../machinery/operation-context.js'
import { findSameTexts } from './same-texts.js'
import { holds, linkedIds } from './views.js'

/** Ten per goal compete (WSP3), besides those already in the slots and the buffer. */
const maxNearest = 10 + slotCount + bufferCapacity

export interface LoadedCompetition {
  /** Without memories that are no longer current. */
  readonly workspace: Workspace
  readonly competition: Omit<Competition, 'slots'>
  readonly memories: ReadonlyMap<string, StoredMemory>
  /** Edges of the competitors, without structural ones. */
  readonly edges: readonly Edge[]
}

/** WSP3: loads the competitors and what the specialists evaluate. Writes nothing. */
export async function loadCompetition(
  before: Workspace,
  context: Using<MemorySearch & MemoryReader & MemoryGraph, 'embedder' | 'clock' | 'signal'>,
  caller: Caller,
): Promise<LoadedCompetition> {
  const { memories, embedder, clock } = context
  const [now, model] = [clock.now(), embedder.identity]
  const goals = await Promise.all(before.goals.map(({ description }) => embedder.embedQuery(description)))
  const filter = scopeOf(caller)
  const nearest =
    goals.length === 0 ? [] : await memories.nearest({ to: goals, model, filter, most: maxNearest, minCosine: 0 })
  const occupants = occupantIds(before)
  const inhibited = await inhibitedIn(before, context)
  const chosen = chooseCandidates({ buffer: before.buffer, nearest, occupants, inhibited })

  const asked = [...occupants, ...chosen]
  const [stored, vectors, edges] = await Promise.all([
    memories.get(asked),
    memories.vectors(asked, model),
    memories.neighbours(asked),
  ])
  const links = edges.filter(({ type }) => !isStructural(type))
  const present = new Map(
    stored.flatMap((memory) => (memory !== undefined && holds(memory, caller) ? [[memory.id, memory]] : [])),
  )
  const vectorOf = new Map(asked.map((id, place) => [id, vectors[place]]))
  const similarity = (a: Int8Array | undefined, b: Int8Array | undefined) =>
    a === undefined || b === undefined ? 0 : cosine(a, b)
  const seated = occupants.filter((id) => present.has(id))
  const same = await findSameTexts([...present.values()], vectorOf, context)

  const toCompetitor = (id: string): Competitor[] => {
    const memory = present.get(id)
    if (memory === undefined) return []
    const vector = vectorOf.get(id)
    const others = seated.filter((other) => other !== id)
    return [
      {
        id,
        text: memory.text,
        goalSimilarities: goals.map((goal) => similarity(goal, vector)),
        occupantSimilarities: Object.fromEntries(
          others.map((other) => [other, similarity(vector, vectorOf.get(other))]),
        ),
        lastUsedAt: lastAccess(memory),
        uses: memory.strength.uses,
        links: linkedIds(id, links),
        sameAs: same.get(id) ?? [],
        comebackAbove: comebackAbove(before, id, lastAccess(memory)),
      },
    ]
  }
  const gone = new Set(asked.filter((id) => !present.has(id)))
  return {
    workspace: dropFromWorkspace(before, gone),
    competition: {
      occupants: seated.flatMap(toCompetitor),
      candidates: chosen.flatMap(toCompetitor),
      goals: before.goals.map(({ priority, keywords }) => ({ priority, keywords })),
      now,
    },
    memories: present,
    edges: links,
  }
}

/** GWT16: those that were sent out and that no goal names. */
async function inhibitedIn(workspace: Workspace, { memories }: Using<MemoryReader>): Promise<ReadonlySet<string>> {
  const ids = Object.keys(workspace.evictions)
  if (ids.length === 0) return new Set()
  const stored = (await memories.get(ids)).flatMap((memory) => memory ?? [])
  return new Set(stored.filter((memory) => isInhibited(workspace, toNameable(memory))).map(({ id }) => id))
}
