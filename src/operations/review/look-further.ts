import type { StoredMemory } from '../../memory/memory.js'
import { type ReviewQuestion, reviewTopics } from '../../memory/review/question.js'
import { usefulness } from '../../memory/review/usefulness.js'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import { type Caller, isVisible } from '../machinery/caller.js'
import type { Recalling, Using } from '../machinery/operation-context.js'
import { yieldIfDue } from '../machinery/run-in-slices.js'
import { findQuestions, lacksAnswers } from './find-questions.js'
import type { ScopeState } from './review-state.js'

/** A question found, with what decides its place among those that wait. */
export type Looking = Using<MemoryReader & MemorySearch & ChangeFeed, Recalling | 'clock'>

type List = ScopeState['findings']
type Look = (memory: StoredMemory) => Promise<readonly ReviewQuestion[]>

/** Open questions that are kept; further memories are looked at when some are settled. */
const maxOpen = 1_000
/** Texts per request to the store: a few megabytes, even if each is as long as may be. */
const memoriesPerRequest = 32
const changesPerPage = 500

interface Bounds {
  /** Enough to hand out; no further memory is looked at then. */
  readonly enough: number
  /** Memories that are looked at in one call. */
  readonly memories: number
  /** Changes of the log, most of which may be of memories that the caller does not see. */
  readonly changes: number
}

/**
 * OPS7: looks at the next memories of the change log, until there are enough open questions. What was looked at is never
 * looked at again: a question about two memories is found from the one that was stored last.
 */
async function lookFurther(
  { seq, open }: List,
  look: Look,
  bounds: Bounds,
  context: Looking,
  caller: Caller,
): Promise<{ readonly list: List; readonly isDone: boolean }> {
  const { memories } = context
  const found = [...open]
  let [last, seen, followed] = [seq, 0, 0]
  for (;;) {
    const changes = await memories.changes(last, changesPerPage)
    if (changes.length === 0) return { list: { seq: last, open: found }, isDone: true }
    const added = changes.filter(({ what }) => what === 'added')
    const isEnough = found.length >= Math.min(bounds.enough, maxOpen) || seen >= bounds.memories
    // What follows a page without new memories costs no look at one.
    if ((isEnough && added.length > 0) || followed >= bounds.changes) {
      return { list: { seq: last, open: found }, isDone: false }
    }
    const some = added.slice(0, memoriesPerRequest)
    const stored = await memories.get(some.map(({ id }) => id as string))
    for (const memory of stored) {
      if (memory === undefined || !isVisible(memory, caller)) continue
      seen++
      found.push(...(await look(memory)))
      await yieldIfDue(context)
    }
    followed += changes.length
    const next = some.length < added.length ? some.at(-1) : changes.at(-1)
    last = next?.seq ?? last
  }
}

/** Questions about pairs and quotes, the most urgent first. */
export async function findFindings(list: List, enough: number, context: Looking, caller: Caller) {
  const bounds = { enough, memories: 200, changes: 5_000 }
  const { list: found, isDone } = await lookFurther(
    list,
    (memory) => findQuestions(memory, context, caller),
    bounds,
    context,
    caller,
  )
  return { list: { ...found, open: inOrder(found.open) }, isDone }
}

/** Stable: within a topic, in the order in which they were found. */
const inOrder = (open: readonly ReviewQuestion[]): ReviewQuestion[] =>
  [...open].sort((a, b) => reviewTopics.indexOf(a.topic) - reviewTopics.indexOf(b.topic))

/** REC25: memories without answers, the most useful first among those that wait. */
export async function findUnanswered(list: List, context: Looking, caller: Caller) {
  if (list.open.length > maxOpen / 2) return { list, isDone: false }
  const now = context.clock.now()
  const worth = new Map<string, number>()
  const look = async (memory: StoredMemory): Promise<readonly ReviewQuestion[]> => {
    if (!lacksAnswers(memory)) return []
    worth.set(memory.id, usefulness(memory, now))
    return [{ topic: 'answers', about: memory.id, other: null }]
  }
  const bounds = { enough: maxOpen, memories: maxOpen, changes: 10_000 }
  const { list: found, isDone } = await lookFurther(list, look, bounds, context, caller)
  // Those that waited before stand first: they were the best when they were found.
  const fresh = found.open.slice(list.open.length).sort((a, b) => worth.get(b.about)! - worth.get(a.about)!)
  return { list: { seq: found.seq, open: [...list.open, ...fresh] }, isDone }
}
