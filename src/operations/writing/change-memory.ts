import { setTimeout as pause } from 'node:timers/promises'
import { flagSecretsInFacets } from '../../memory/secrets/flag-secrets.js'
import { StoreConflict } from '../../ports/store/errors.js'
import type { Batch, MemoryChange, MemoryWriter } from '../../ports/store/write.js'
import type { Using } from '../machinery/operation-context.js'
import { underlyingStore } from '../machinery/record-writes.js'
import { runInSlices } from '../machinery/run-in-slices.js'

/** More than collide in practice; a bound, so that a bug cannot loop forever. */
const maxAttempts = 60
const maxPauseMs = 100

/** Repeats an attempt that reads, decides and writes, for as long as other callers' changes conflict with it. */
export async function retryOnConflict<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      await pauseAfterConflict(error, attempts)
    }
  }
}

/**
 * Throws what is no conflict, or one too many. From the third on it waits a random while: another process with a queue of
 * its own for the same memory would otherwise win each time until the attempts run out.
 */
export async function pauseAfterConflict(error: unknown, attempts: number): Promise<void> {
  if (!(error instanceof StoreConflict) || attempts === maxAttempts) throw error
  if (attempts > 2) await pause(Math.random() * Math.min(2 ** attempts, maxPauseMs))
}

export interface Decision<Result> {
  /** Absent: nothing to change, and no new version. */
  readonly change?: MemoryChange
  /** Written in the same transaction as the change. */
  readonly alongside?: Omit<Batch, 'at' | 'change'>
  readonly result: Result
}

/**
 * The same for one memory. After a first conflict the callers of this process queue for it: fifty callers then succeed
 * one after another, where retries alone would run out of attempts.
 */
export async function changeLatest<Result>(
  { memories, clock }: Using<MemoryWriter, 'clock'>,
  decide: () => Promise<Decision<Result>>,
): Promise<Result> {
  async function write({ change, alongside, result }: Decision<Result>): Promise<Result> {
    if (change !== undefined) await memories.commit({ ...alongside, at: clock.now(), change: [await flagged(change)] })
    return result
  }

  const first = await decide()
  if (first.change === undefined) return first.result
  const { id } = first.change
  if (!isQueued(memories, id)) {
    try {
      return await write(first)
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error
    }
  }
  return withKeyedMutex(memories, id, () => retryOnConflict(async () => write(await decide())))
}

/** The last promise of each memory's queue. */
const queues = new WeakMap<object, Map<string, Promise<void>>>()
const nothing = () => undefined

const isQueued = (store: object, id: string): boolean => queues.get(underlyingStore(store))?.has(id) ?? false

/** Runs work under the same key of a store one after another, within this process. */
export async function withKeyedMutex<Result>(store: object, id: string, work: () => Promise<Result>): Promise<Result> {
  const shared = underlyingStore(store)
  const queue = queues.get(shared) ?? new Map<string, Promise<void>>()
  queues.set(shared, queue)
  const turn = (queue.get(id) ?? Promise.resolve()).then(work)
  // The next one starts whether or not this one succeeds, and does not hold its result.
  const ended = turn.then(nothing, nothing)
  queue.set(id, ended)
  try {
    return await turn
  } finally {
    if (queue.get(id) === ended) queue.delete(id)
  }
}

const flagged = async (change: MemoryChange): Promise<MemoryChange> =>
  change.facets === undefined
    ? change
    : { ...change, facets: await runInSlices(flagSecretsInFacets(change.facets), {}) }
