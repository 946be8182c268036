import { derivedFrom, versionOf } from '../../../memory/semantic/links.js'
import { leastTrusted, trustOf } from '../../../memory/trust/trust.js'
import { evidenceIds } from '../../../memory/workspace/bus/subscribers.js'
import { toKey } from '../../../memory/workspace/phrases.js'
import { type EvidencePlan, hasExactAnswer } from '../../../memory/workspace/planners/evidence-plan.js'
import { workspaceTags } from '../../../memory/workspace/records/workspace-tags.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { Batch } from '../../../ports/store/write.js'
import { digestOf } from '../../import-export/derived-id.js'
import { type Caller, writeScope } from '../../machinery/caller.js'
import type { Composing, Using } from '../../machinery/operation-context.js'
import { structuralEdge } from '../../writing/edges.js'
import { compose } from '../../writing/write-memory.js'
import { namespaceTags } from './namespace.js'
import { holds } from './views.js'

/** The maximal length of a text (COM4). */
const maxNoteLength = 100_000

export interface AnswerNote {
  readonly id: string
  /** Absent when the same answer to the same question is stored already. */
  readonly batch?: Omit<Batch, 'at' | 'checkpoints' | 'expectCheckpoints'>
}

/**
 * GWT10: stores an exact answer as a note. It is linked to its grounds: it is forgotten with them, and marked for review
 * when they change. A new answer to the same question replaces the previous one.
 */
export async function noteAnswer(
  question: string,
  plan: EvidencePlan,
  context: Using<MemoryReader, Composing | 'clock' | 'namespace'>,
  caller: Caller,
): Promise<AnswerNote | undefined> {
  const text = `${question.trim()} ${plan.answer}`
  if (!hasExactAnswer(plan) || text.length > maxNoteLength) return undefined
  const { memories, clock } = context
  const [now, scope] = [clock.now(), writeScope(caller)]
  const answer_to = digestOf(toKey(question))
  const stored = await memories.findByFacet('answer_to', [answer_to], {
    session: scope.session,
    ofProject: scope.project,
    kinds: ['note'],
  })
  // There is more than one only after an import.
  const before = (await memories.get(stored.map(({ id }) => id))).filter((memory) => memory !== undefined)
  const same = before.find(({ facets }) => facets.answer === plan.answer)
  if (same !== undefined) return { id: same.id }

  const grounds = (await memories.get(evidenceIds(plan))).flatMap((memory) =>
    memory !== undefined && holds(memory, caller) ? [memory] : [],
  )
  const trust = leastTrusted(grounds.map(trustOf))
  const tags = [workspaceTags.answer, ...namespaceTags(context.namespace)]
  const note = { kind: 'note', text, tags, facets: { answer_to, answer: plan.answer } } as const
  const draft = {
    ...scope,
    ...note,
    importance: 0.5,
    happenedAt: null,
    source: 'workspace',
    uniqueFacet: 'answer_to',
    trust,
  }
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
