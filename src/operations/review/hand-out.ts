import { keyOf, type ReviewQuestion } from '../../memory/review/question.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { type Caller, scopeOf } from '../machinery/caller.js'
import { retryOnConflict, withKeyedMutex } from '../writing/change-memory.js'
import { findFindings, findUnanswered, type Looking } from './look-further.js'
import { type OpenQuestion, openQuestions, type ReviewItem, toItem } from './review-item.js'
import { digestOfScope, type ReviewState, readState, toCheckpoints } from './review-state.js'

/** OPS7: an item comes back when its caller has not answered by then. */
const heldMs = 10 * 60_000
const questionsPerRequest = 20

type HandingOut = Looking & { readonly memories: MemoryWriter }

export interface HandedOut {
  readonly items: readonly ReviewItem[]
  /** Open questions that are with nobody else, these items included; at least 1 while memories are not looked at yet. */
  readonly left: number
}

/** OPS7: hands out the next questions, each to one caller at a time. Callers of one process queue for it. */
export function handOut(limit: number, context: HandingOut, caller: Caller): Promise<HandedOut> {
  return withKeyedMutex(context.memories, 'review', () => retryOnConflict(() => handOutOnce(limit, context, caller)))
}

async function handOutOnce(limit: number, context: HandingOut, caller: Caller): Promise<HandedOut> {
  const { memories, clock } = context
  const scope = scopeOf(caller)
  const before = await readState(scope, memories)
  const now = clock.now()
  const held = Object.entries(before.given.items).filter(([, { until }]) => until > now)
  const heldKeys = new Set(held.map(([, { question }]) => keyOf(question)))
  const isFree = (question: ReviewQuestion) => !heldKeys.has(keyOf(question))
  // Those that are with a caller stay in the list: the others must be enough.
  const findings = await findFindings(before.scope.findings, limit + heldKeys.size, context, caller)
  const urgent = await choose(findings.list.open, limit, isFree, context, caller)
  const missing = limit - urgent.open.length
  const answers =
    missing > 0 || findings.isDone
      ? await findUnanswered(before.scope.answers, context, caller)
      : { list: before.scope.answers, isDone: false }
  const others = await choose(answers.list.open, missing, isFree, context, caller)
  const chosen = [...urgent.open, ...others.open]
  const items = chosen.map((open) => ({ open, item: `it-${crypto.randomUUID()}` }))
  const scopeDigest = digestOfScope(scope)
  const after: ReviewState = {
    scope: {
      ...before.scope,
      findings: { ...findings.list, open: urgent.left },
      answers: { ...answers.list, open: others.left },
    },
    given: {
      ...before.given,
      items: Object.fromEntries([
        ...held,
        ...items.map(({ open, item }) => [item, { question: open.question, scope: scopeDigest, until: now + heldMs }]),
      ]),
    },
  }
  if (hasChanged(before, after)) await memories.commit({ at: now, ...toCheckpoints(scope, { before, after }) })
  const known = [...urgent.left, ...others.left].filter(isFree).length
  const isDone = findings.isDone && answers.isDone
  return { items: items.map(({ open, item }) => toItem(item, open)), left: isDone ? known : Math.max(1, known) }
}

interface Chosen {
  readonly open: readonly OpenQuestion[]
  /** The questions without those that turned out to be no longer open. */
  readonly left: ReviewQuestion[]
}

/** The first questions that are free and still open. */
async function choose(
  questions: readonly ReviewQuestion[],
  limit: number,
  isFree: (question: ReviewQuestion) => boolean,
  context: HandingOut,
  caller: Caller,
): Promise<Chosen> {
  const open: OpenQuestion[] = []
  const gone = new Set<ReviewQuestion>()
  const free = questions.filter(isFree)
  for (let from = 0; from < free.length && open.length < limit; from += questionsPerRequest) {
    const some = free.slice(from, from + questionsPerRequest)
    for (const [at, found] of (await openQuestions(some, context, caller)).entries()) {
      if (found === undefined) gone.add(some[at])
      else if (open.length < limit) open.push(found)
    }
  }
  return { open, left: questions.filter((question) => !gone.has(question)) }
}

const hasChanged = (before: ReviewState, after: ReviewState): boolean =>
  JSON.stringify([before.scope, before.given.items]) !== JSON.stringify([after.scope, after.given.items])
