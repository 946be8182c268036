import { setTimeout as pause } from 'node:timers/promises'
import { checkpointName } from '../../operations/consolidation/new-memories.js'
import type { Log } from '../../ports/log.js'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryReader } from '../../ports/store/read.js'

/** CON7. */
export interface IdleSettings {
  /** Time without a call before a run. */
  readonly idleMs: number
  /** A run is due after this many changes, or this long after the last run. */
  readonly changes: number
  readonly everyMs: number
}

export interface IdleSurroundings {
  readonly memories: ChangeFeed & MemoryReader
  readonly log: Log
  readonly signal: AbortSignal
  /** When a call last began or ended; undefined while one is under way. */
  readonly quietSince: () => number | undefined
  /** Consolidates all projects, until `signal` aborts. */
  readonly consolidate: (signal: AbortSignal) => Promise<unknown>
}

/** Consolidates while no call is under way, and stops as soon as one begins. */
export async function consolidateWhenIdle(settings: IdleSettings, surroundings: IdleSurroundings): Promise<void> {
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
      // A store that is gone also fails every call, which reports it.
      log.warn('consolidating in the background stopped', { error })
    }
  }
}

async function changesSinceLastRun(memories: ChangeFeed & MemoryReader): Promise<number> {
  const key = checkpointName('light', {})
  const [newest, marks] = [await memories.newestSeq(), await memories.checkpoints([key])]
  return newest - Number(marks[key] ?? 0)
}

const watchMs = 20

async function untilCalled(
  quietSince: IdleSurroundings['quietSince'],
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const aborted = new AbortController()
  const quiet = quietSince()
  const watching = setInterval(() => {
    if (quietSince() !== quiet || signal.aborted) aborted.abort()
  }, watchMs)
  try {
    await work(aborted.signal)
  } finally {
    clearInterval(watching)
  }
}
