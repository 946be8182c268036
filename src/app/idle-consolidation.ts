import { setTimeout as pause } from 'node:timers/promises'
import { bookmarkOf } from '../operations/consolidating/new-memories.js'
import type { Log } from '../ports/log.js'
import type { MemoryStore } from '../ports/memory-store.js'

/** CON7. */
export interface IdleSettings {
  /** Nobody has called for this long. */
  readonly idleMs: number
  /** So much has been written, or this long has gone by since the last run. */
  readonly changes: number
  readonly everyMs: number
}

interface Surroundings {
  readonly memories: MemoryStore
  readonly log: Log
  readonly signal: AbortSignal
  /** When a call last began or ended; undefined while one is under way. */
  readonly quietSince: () => number | undefined
  /** Runs light over everything, until `signal` calls it off. */
  readonly consolidate: (signal: AbortSignal) => Promise<unknown>
}

/** Consolidates by itself when nobody needs the machine, and gives way as soon as somebody does. */
export async function keepConsolidated(settings: IdleSettings, surroundings: Surroundings): Promise<void> {
  const { memories, log, signal, quietSince, consolidate } = surroundings
  const look = Math.min(settings.idleMs, 5_000)
  let lastRun = performance.now()
  const isIdle = () => performance.now() - (quietSince() ?? Number.POSITIVE_INFINITY) >= settings.idleMs
  while (!signal.aborted) {
    await pause(look, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted || !isIdle()) continue
    try {
      const pending = await changesSinceLastRun(memories)
      const isDue = pending >= settings.changes || (pending > 0 && performance.now() - lastRun >= settings.everyMs)
      if (!isDue) continue
      await untilCalled(quietSince, signal, consolidate)
      lastRun = performance.now()
    } catch (error) {
      // A store that is gone for good fails every call, and those say so.
      log.warn('consolidating in the background stopped', { error })
    }
  }
}

async function changesSinceLastRun(memories: MemoryStore): Promise<number> {
  const key = bookmarkOf('light', {})
  const [newest, marks] = [await memories.newestSeq(), await memories.bookmarks([key])]
  return newest - Number(marks[key] ?? 0)
}

const watchMs = 20

async function untilCalled(
  quietSince: Surroundings['quietSince'],
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const calledOff = new AbortController()
  const quiet = quietSince()
  const watching = setInterval(() => {
    if (quietSince() !== quiet || signal.aborted) calledOff.abort()
  }, watchMs)
  try {
    await work(calledOff.signal)
  } finally {
    clearInterval(watching)
  }
}
