import { processorMs } from '../support/thread-time.js'

/** The longest that the event loop computed, in milliseconds of processor time, before it let others in. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = processorMs()
  let isDone = false
  const look = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    isDone = true
    // The last turn counts as well.
    look()
  }
  return longest
}

/** The most that one piece of work may compute before it lets others in. */
export const maxTurnMs = 50

/** Garbage is collected when the engine likes, and a machine under load slows everything down: the best of a few tries. */
const tries = 3

/** The longest turn of the best try. What is tried must be able to happen again, if need be by another name. */
export async function longestTurnOf(work: (attempt: number) => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && best > maxTurnMs; attempt++)
    best = Math.min(best, await longestTurn(() => work(attempt)))
  return best
}
