import { derivedFrom, versionOf } from '../../memory/semantic/links.js'
import { evidenceIds } from '../../memory/workspace/bus/subscribers.js'
import { toKey } from '../../memory/workspace/phrases.js'
import { type EvidencePlan, isExact } from '../../memory/workspace/planners/evidence-plan.js'
import { ownTags } from '../../memory/workspace/records/own-writing.js'
import type { Batch } from '../../ports/memory-store.js'
import { type Caller, homeOf } from '../caller.js'
import { structuralEdge } from '../linking.js'
import { digestOf } from '../moving/derived-id.js'
import type { OperationContext } from '../operation-context.js'
import { compose } from '../writing.js'
import { namespaceTags } from './namespace.js'
import { holds } from './views.js'

/** As long as any text may be (COM4). */
const longestNote = 100_000

export interface AnswerNote {
  readonly id: string
  /** Absent when the same answer to the same question is there already. */
  readonly batch?: Omit<Batch, 'at' | 'bookmarks' | 'expectBookmarks'>
}

/**
 * GWT10: an exact answer as a note. It names its grounds, so that it goes with them when they are forgotten and is
 * looked at again when they change; another answer to the same question takes the place of the one before.
 */
export async function noteAnswer(
  question: string,
  plan: EvidencePlan,
  context: OperationContext,
  caller: Caller,
): Promise<AnswerNote | undefined> {
  const text = `${question.trim()} ${plan.answer}`
  if (!isExact(plan) || text.length > longestNote) return undefined
  const { memories, clock } = context
  const [now, home] = [clock.now(), homeOf(caller)]
  const answer_to = digestOf(toKey(question))
  const told = await memories.findByFacet('answer_to', [answer_to], {
    session: home.session,
    ofProject: home.project,
    kinds: ['note'],
  })
  // More than one only when they were imported.
  const before = (await memories.get(told.map(({ id }) => id))).filter((memory) => memory !== undefined)
  const same = before.find(({ facets }) => facets.answer === plan.answer)
  if (same !== undefined) return { id: same.id }

  const grounds = (await memories.get(evidenceIds(plan))).flatMap((memory) =>
    memory !== undefined && holds(memory, caller) ? [memory] : [],
  )
  const tags = [ownTags.answer, ...namespaceTags(context.namespace)]
  const note = { kind: 'note', text, tags, facets: { answer_to, answer: plan.answer } } as const
  const draft = { ...home, ...note, importance: 0.5, happenedAt: null, source: 'workspace', uniqueFacet: 'answer_to' }
  const added = await compose(draft, now, context)
  const { id } = added.memory
  return {
    id,
    batch: {
      add: [added],
      expect: grounds.map(({ id, version }) => ({ id, version })),
      change: before.map(({ id, version }) => ({ id, version, validTo: now })),
      connect: [
        ...grounds.map((ground) => structuralEdge(derivedFrom, id, ground.id, now)),
        ...before.map((old) => structuralEdge(versionOf, id, old.id, now)),
      ],
    },
  }
}
