import { judged, type Verdict } from '../../memory/lessons/confidence.js'
import type { LearntLesson } from '../../memory/lessons/learn.js'
import { placeLesson, supersededBy } from '../../memory/lessons/place-lesson.js'
import type { Facets, StoredMemory } from '../../memory/memory.js'
import { derivedFrom } from '../../memory/semantic/links.js'
import { type Caller, homeOf, isInSight } from '../caller.js'
import { changeLatest, inTurn, retryOnConflict } from '../changing.js'
import { structuralEdge } from '../linking.js'
import { compose } from '../writing.js'
import { lessonIn } from './find-lessons.js'
import type { WorkflowContext } from './workflow-context.js'

const mostNear = 10
/** Farther ones neither say the same nor the opposite. */
const minCosine = 0.5

/** RSB3: joins a lesson that says the same, supersedes one that says the opposite, or is new. Its grounds are memories. */
export async function keepLesson(
  { lesson, tags, messageIds }: LearntLesson,
  grounds: readonly string[],
  context: WorkflowContext,
  caller: Caller,
): Promise<void> {
  const { memories, embedder } = context
  const home = homeOf({ ...caller, asksAllProjects: false })
  const keep = async (): Promise<void> => {
    const now = context.clock.now()
    const draft = {
      ...home,
      kind: 'lesson',
      text: [lesson.context_to_prefer, lesson.key_lesson].filter((part) => part !== '').join('\n'),
      facets: { ...lesson, learnt_from: [...messageIds] },
      tags,
      importance: 0.5,
      happenedAt: now,
      source: 'workflow',
    } as const
    const added = await compose(draft, now, context)
    const near = await findNear(added.vector?.values, home, context)
    const stored = near.map(({ memory }) => memory)
    const placement = placeLesson(
      lesson,
      near.map(({ memory, cosine }) => ({ id: memory.id, lesson: lessonIn(memory), cosine })),
    )
    if (placement.kind === 'joins') {
      const old = stored.find(({ id }) => id === placement.id)!
      const known = learntFrom(old)
      // The same signal once more, as when an answer is told again, teaches nothing new.
      if (messageIds.every((id) => known.includes(id))) return
      const learnt_from = [...new Set([...known, ...messageIds])]
      const facets: Facets = { ...old.facets, ...placement.lesson, learnt_from }
      await memories.commit({
        at: now,
        change: [{ id: old.id, version: old.version, facets }],
        connect: grounds.map((ground) => structuralEdge(derivedFrom, old.id, ground, now)),
      })
      return
    }
    const { id } = added.memory
    const contradicted = stored.filter((memory) => placement.supersedes.includes(memory.id))
    await memories.commit({
      at: now,
      change: contradicted.map((old) => ({
        id: old.id,
        version: old.version,
        validTo: now,
        facets: { ...old.facets, ...supersededBy(lessonIn(old), id) },
      })),
      add: [added],
      connect: grounds.map((ground) => structuralEdge(derivedFrom, id, ground, now)),
    })
  }
  // Two that are learnt at once would not see each other: both would be new, whatever they say.
  await inTurn(memories, `lessons of ${home.session} ${home.project}`, () => retryOnConflict(keep))

  async function findNear(
    vector: Int8Array | undefined,
    { session, project }: typeof home,
    { memories: store }: WorkflowContext,
  ) {
    if (vector === undefined) return []
    const filter = { session, ofProject: project, kinds: ['lesson'] as const }
    const [found] = await store.nearest({ to: [vector], model: embedder.identity, filter, most: mostNear, minCosine })
    const all = await store.get(found.map(({ id }) => id))
    // One that was superseded since it was found is nothing to join.
    return all.flatMap((memory, place) =>
      memory === undefined || memory.validTo !== null ? [] : [{ memory, cosine: found[place].cosine }],
    )
  }
}

const learntFrom = ({ facets }: StoredMemory): readonly string[] =>
  Array.isArray(facets.learnt_from) ? facets.learnt_from.map(String) : []

/** RSB3: what became of a turn moves the confidence of every lesson that it showed. */
export async function judgeShown(
  ids: readonly string[],
  verdict: Verdict,
  context: WorkflowContext,
  caller: Caller,
): Promise<void> {
  for (const id of ids) {
    await changeLatest(context, async () => {
      const [memory] = await context.memories.get([id])
      if (memory === undefined || memory.validTo !== null || !isInSight(memory, caller)) return { result: undefined }
      const facets: Facets = { ...memory.facets, ...judged(lessonIn(memory), verdict) }
      return { change: { id, version: memory.version, facets }, result: undefined }
    })
  }
}
