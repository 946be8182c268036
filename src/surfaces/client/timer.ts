/** A longer `setTimeout` would fire at once. */
const maxTimerMs = 2 ** 31 - 1

/** Returns the function that cancels the timer. */
export function startTimer(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, Math.min(milliseconds, maxTimerMs))
  return () => clearTimeout(timer)
}
