import { givenUp } from './failures.js'

/** Ends early, with an error, when the signal says so. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) throw givenUp(signal)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      if (signal?.aborted === true) reject(givenUp(signal))
      else resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
