import { flagMoreSecrets } from '../memory/secrets/flag-secrets.js'
import { type Batch, type MemoryChange, type MemoryStore, StoreConflict } from '../ports/memory-store.js'
import type { OperationContext } from './operation-context.js'

/** More than ever collide in practice; a bound, so that a bug cannot spin. */
const mostTries = 20

/** Reads, decides, writes; anew from the reading when another caller's change came between. */
export async function retryOnConflict<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StoreConflict) || tries === mostTries) throw error
    }
  }
}

export interface Decision<Result> {
  /** Without one all is as it should be, and no version is opened for it. */
  readonly change?: MemoryChange
  /** What must be written with the change, or not at all. */
  readonly alongside?: Omit<Batch, 'at' | 'change'>
  readonly result: Result
}

/**
 * The same for one memory. Callers of this process that met at it once then wait for each other: fifty need fifty
 * turns, where fifty that only tried again would give up.
 */
export async function changeLatest<Result>(
  { memories, clock }: OperationContext,
  decide: () => Promise<Decision<Result>>,
): Promise<Result> {
  async function write({ change, alongside, result }: Decision<Result>): Promise<Result> {
    if (change !== undefined) await memories.commit({ ...alongside, at: clock.now(), change: [flagged(change)] })
    return result
  }

  const first = await decide()
  if (first.change === undefined) return first.result
  const { id } = first.change
  if (!isWaitedFor(memories, id)) {
    try {
      return await write(first)
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error
    }
  }
  return inTurn(memories, id, () => retryOnConflict(async () => write(await decide())))
}

/** The end of each memory's queue. */
const queues = new WeakMap<MemoryStore, Map<string, Promise<void>>>()
const nothing = () => undefined

const isWaitedFor = (memories: MemoryStore, id: string): boolean => queues.get(memories)?.has(id) ?? false

/** Whoever in this process works under the same key waits for the one before. */
export async function inTurn<Result>(memories: MemoryStore, id: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(memories) ?? new Map<string, Promise<void>>()
  queues.set(memories, queue)
  const turn = (queue.get(id) ?? Promise.resolve()).then(work)
  // Whoever waits goes on whether or not the one before succeeded, and without what it answered.
  const ended = turn.then(nothing, nothing)
  queue.set(id, ended)
  try {
    return await turn
  } finally {
    if (queue.get(id) === ended) queue.delete(id)
  }
}

const flagged = (change: MemoryChange): MemoryChange =>
  change.facets === undefined ? change : { ...change, facets: flagMoreSecrets(change.facets) }
