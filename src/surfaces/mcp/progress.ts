import type { Progress } from '../../operations/operation-context.js'

/** Ten a second are more than anybody reads. */
const shortestPauseMs = 100

export interface ProgressReporter {
  report(progress: Progress): void
  /** Sends what was held back; afterwards nothing more is sent. */
  finish(): Promise<void>
}

/** Passes progress on, each further than the one before, as the protocol asks; the last one always. */
export function createProgressReporter(send: (progress: Progress) => Promise<void>): ProgressReporter {
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
      if (progress.done <= reached) return
      reached = progress.done
      heldBack = progress
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
