import type { Progress } from '../../operations/machinery/operation-context.js'

/** At most ten notifications per second. */
const minIntervalMs = 100

export interface ProgressReporter {
  report(progress: Progress): void
  /** Sends the last pending progress; nothing is sent afterwards. */
  finish(): Promise<void>
}

/**
 * Throttles progress and always sends the last. The protocol requires increasing numbers, and operations count from zero
 * in each stage, so the stages are added up.
 */
export function createProgressReporter(send: (progress: Progress) => Promise<void>): ProgressReporter {
  let earlierStages = 0
  let stage: Pick<Progress, 'stage' | 'done'> | undefined
  let reached = Number.NEGATIVE_INFINITY
  let pending: Progress | undefined
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<unknown> = Promise.resolve()

  function flush(): void {
    timer = undefined
    if (pending === undefined) return
    const progress = pending
    pending = undefined
    // In order; a failed send means that the client has disconnected.
    sending = sending.then(() => send(progress)).catch(() => undefined)
    timer = setTimeout(flush, minIntervalMs)
  }

  return {
    report(progress) {
      if (stage !== undefined && stage.stage !== progress.stage) earlierStages += stage.done
      stage = progress
      const done = earlierStages + progress.done
      if (done <= reached) return
      reached = done
      pending = { ...progress, done, total: earlierStages + progress.total }
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
