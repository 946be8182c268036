import { type Verdict, withVerdict } from '../../memory/lessons/confidence.js'
import type { LearntLesson } from '../../memory/lessons/learn.js'
import { placeLesson, supersededBy } from '../../memory/lessons/place-lesson.js'
import type { Facets, StoredMemory } from '../../memory/memory.js'
import { derivedFrom } from '../../memory/semantic/links.js'
import { type Caller, isVisible, writeScope } from '../machinery/caller.js'
import { changeLatest, retryOnConflict, withKeyedMutex } from '../writing/change-memory.js'
import { structuralEdge } from '../writing/edges.js'
import { compose } from '../writing/write-memory.js'
import { lessonIn } from './find-lessons.js'
import type { WorkflowContext } from './workflow-context.js'

const maxNear = 10
/** Less similar lessons neither repeat nor contradict it. */
const minCosine = 0.5

/** RSB3: joins a lesson that says the same, supersedes one that says the opposite, or adds a new one. `grounds` are memory ids. */
export async function storeLesson(
  { lesson, tags, messageIds }: LearntLesson,
  grounds: readonly string[],
  context: WorkflowContext,
  caller: Caller,
): Promise<void> {
  const { memories, embedder } = context
  const scope = writeScope({ ...caller, asksAllProjects: false })
  const store = async (): Promise<void> => {
    const now = context.clock.now()
    const draft = {
      ...scope,
      kind: 'lesson',
      text: [lesson.context_to_prefer, lesson.key_lesson].filter((part) => part !== '').join('\n'),
      facets: { ...lesson, learnt_from: [...messageIds] },
      tags,
      importance: 0.5,
      happenedAt: now,
      source: 'workflow',
    } as const
    const added = await compose(draft, now, context)
    const near = await findNear(added.vector?.values, scope, context)
    const stored = near.map(({ memory }) => memory)
    const similar = near.map(({ memory, cosine }) => ({ id: memory.id, lesson: lessonIn(memory), cosine }))
    const placement = placeLesson(lesson, similar)
    if (placement.kind === 'joins') {
      const old = stored.find(({ id }) => id === placement.id)!
      const known = learntFrom(old)
      // The same signal again, as when an answer is sent twice, teaches nothing new.
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
  // Serialised: two lessons learnt at once would not see each other, and both would be added.
  await withKeyedMutex(memories, `lessons of ${scope.session} ${scope.project}`, () => retryOnConflict(store))

  async function findNear(
    vector: Int8Array | undefined,
    { session, project }: typeof scope,
    { memories }: WorkflowContext,
  ) {
    if (vector === undefined) return []
    const filter = { session, ofProject: project, kinds: ['lesson'] as const }
    const [found] = await memories.nearest({ to: [vector], model: embedder.identity, filter, most: maxNear, minCosine })
    const all = await memories.get(found.map(({ id }) => id))
    // A lesson that was superseded since it was found cannot be joined.
    return all.flatMap((memory, place) =>
      memory === undefined || memory.validTo !== null ? [] : [{ memory, cosine: found[place].cosine }],
    )
  }
}

const learntFrom = ({ facets }: StoredMemory): readonly string[] =>
  Array.isArray(facets.learnt_from) ? facets.learnt_from.map(String) : []

/** RSB3: the result of a turn changes the confidence of every lesson that it showed. */
export async function judgeShownLessons(
  ids: readonly string[],
  verdict: Verdict,
  context: WorkflowContext,
  caller: Caller,
): Promise<void> {
  for (const id of ids) {
    await changeLatest(context, async () => {
      const [memory] = await context.memories.get([id])
      if (memory === undefined || memory.validTo !== null || !isVisible(memory, caller)) return { result: undefined }
      const facets: Facets = { ...memory.facets, ...withVerdict(lessonIn(memory), verdict) }
      return { change: { id, version: memory.version, facets }, result: undefined }
    })
  }
}
