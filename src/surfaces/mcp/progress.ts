import type { Progress } from '../../operations/operation-context.js'

/** Ten a second are more than anybody reads. */
const shortestPauseMs = 100

export interface ProgressReporter {
  report(progress: Progress): void
  /** Sends what was held back; afterwards nothing more is sent. */
  finish(): Promise<void>
}

/**
 * Passes progress on, the last one always. Each is further than the one before, as the protocol asks: an operation of
 * several stages counts anew in each, and here they add up.
 */
export function createProgressReporter(send: (progress: Progress) => Promise<void>): ProgressReporter {
  let earlierStages = 0
  let stage: Pick<Progress, 'stage' | 'done'> | undefined
  let reached = Number.NEGATIVE_INFINITY
  let heldBack: Progress | undefined
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<unknown> = Promise.resolve()

  function flush(): void {
    timer = undefined
    if (heldBack === undefined) return
    const progress = heldBack
    heldBack = undefined
    // One after the other; whoever has gone misses nothing.
    sending = sending.then(() => send(progress)).catch(() => undefined)
    timer = setTimeout(flush, shortestPauseMs)
  }

  return {
    report(progress) {
      if (stage !== undefined && stage.stage !== progress.stage) earlierStages += stage.done
      stage = progress
      const done = earlierStages + progress.done
      if (done <= reached) return
      reached = done
      heldBack = { ...progress, done, total: earlierStages + progress.total }
      if (timer === undefined) flush()
    },
    async finish() {
      reached = Number.POSITIVE_INFINITY
      clearTimeout(timer)
      flush()
      clearTimeout(timer)
      await sending
    },
  }
}
