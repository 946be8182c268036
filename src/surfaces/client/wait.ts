import { givenUp } from './failures.js'
import { startTimer } from './timer.js'

/** Ends early, with an error, when the signal says so. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) throw givenUp(signal)
  await new Promise<void>((resolve, reject) => {
    const callOff = startTimer(milliseconds, done)
    function done(): void {
      callOff()
      signal?.removeEventListener('abort', done)
      if (signal?.aborted === true) reject(givenUp(signal))
      else resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
