import { z } from 'zod'
import { keyOf, type ReviewQuestion, reviewChoices, reviewTopics } from '../../memory/review/question.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { type Caller, scopeOf } from '../machinery/caller.js'
import type { OperationContext, Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { BatchPlan } from './batch-plan.js'
import { openQuestions } from './review-item.js'
import { digestOfScope, type GivenState, type ReviewState, readState, toCheckpoints } from './review-state.js'
import { inUse, type Reply, settleReply } from './settle-reply.js'

export const appliedFields = z.object({
  item: z.string(),
  topic: z.enum(reviewTopics),
  choice: z.enum(reviewChoices),
  ids: z.array(z.string()),
})
export const refusedFields = z.object({ item: z.string(), reason: z.string() })

interface Applied {
  readonly applied: z.output<typeof appliedFields>[]
  readonly refused: z.output<typeof refusedFields>[]
  /** The batch, if anything was applied. */
  readonly batch?: string
}

export interface ItemReply extends Reply {
  readonly item: string
}

type Applying = Using<MemoryReader & MemoryGraph & MemoryWriter, 'clock' | 'embedder' | 'tokenSpace'> &
  Pick<OperationContext, 'signal'>

/** OPS7: applies the replies that hold in one transaction, together with what it takes to undo them. */
export function applyReplies(replies: readonly ItemReply[], context: Applying, caller: Caller): Promise<Applied> {
  return retryOnConflict(() => applyOnce(replies, context, caller))
}

async function applyOnce(replies: readonly ItemReply[], context: Applying, caller: Caller): Promise<Applied> {
  const { memories, clock } = context
  const scope = scopeOf(caller)
  const now = clock.now()
  const before = await readState(scope, memories)
  const given = givenTo(digestOfScope(scope), before.given, now)
  const known = replies.filter(({ item }) => given.has(item))
  const open = await openQuestions(
    known.map(({ item }) => given.get(item)!),
    context,
    caller,
  )
  const byItem = new Map(known.map(({ item }, at) => [item, open[at]]))
  const plan = new BatchPlan(now)
  const applied: Applied['applied'] = []
  const refused: Applied['refused'] = []
  /** Items that nobody has any longer. */
  const returned = new Set<string>()
  const settled = new Set<string>()
  const answered = new Set<string>()
  for (const { item, ...reply } of replies) {
    const refuse = (reason: string) => refused.push({ item, reason })
    if (answered.has(item)) {
      refuse('this item was answered already')
      continue
    }
    if (!given.has(item)) {
      refuse('this item was not handed out to you, was settled, or was handed out more than ten minutes ago')
      continue
    }
    answered.add(item)
    const question = byItem.get(item)
    if (question === undefined) {
      refuse('what it is about has changed since')
      returned.add(item)
      continue
    }
    const reason = await settleReply(reply, question, plan, context)
    if (reason !== undefined) {
      refuse(reason)
      if (reason === inUse) returned.add(item)
      continue
    }
    returned.add(item)
    settled.add(keyOf(question.question))
    const { topic, about, other } = question.question
    applied.push({ item, topic, choice: reply.choice, ids: other === null ? [about] : [about, other] })
  }
  if (returned.size === 0) return { applied, refused }
  const batch = plan.isEmpty ? undefined : `rv-${crypto.randomUUID()}`
  const after: ReviewState = {
    scope: withoutQuestions(before.scope, settled),
    given: { ...before.given, items: withoutItems(before.given.items, returned) },
  }
  const record = batch === undefined ? {} : { record: { batch, value: plan.toRecord(digestOfScope(scope)) } }
  await memories.commit({
    at: now,
    ...(await plan.toBatch(context)),
    ...toCheckpoints(scope, { before, after, ...record }),
  })
  return { applied, refused, ...(batch === undefined ? {} : { batch }) }
}

/** The items that callers of this scope have, by their names. */
function givenTo(scope: string, { items }: GivenState, now: number): ReadonlyMap<string, ReviewQuestion> {
  return new Map(
    Object.entries(items).flatMap(([item, each]) =>
      each.scope === scope && each.until > now ? [[item, each.question] as const] : [],
    ),
  )
}

const withoutItems = (items: GivenState['items'], gone: ReadonlySet<string>): GivenState['items'] =>
  Object.fromEntries(Object.entries(items).filter(([item]) => !gone.has(item)))

function withoutQuestions(scope: ReviewState['scope'], gone: ReadonlySet<string>): ReviewState['scope'] {
  const left = (list: ReviewState['scope']['findings']) => ({
    ...list,
    open: list.open.filter((question) => !gone.has(keyOf(question))),
  })
  return { ...scope, findings: left(scope.findings), answers: left(scope.answers) }
}
