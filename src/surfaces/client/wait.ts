import { aborted } from './failures.js'
import { startTimer } from './timer.js'

/** Rejects when the signal aborts. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) throw aborted(signal)
  await new Promise<void>((resolve, reject) => {
    const cancelTimer = startTimer(milliseconds, done)
    function done(): void {
      cancelTimer()
      signal?.removeEventListener('abort', done)
      if (signal?.aborted === true) reject(aborted(signal))
      else resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
