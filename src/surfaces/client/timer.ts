/** More than a platform's timer can count is at once, there; here it is as long as it can count. */
const longestMs = 2 ** 31 - 1

/** Does something later; what it answers calls it off. */
export function startTimer(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, Math.min(milliseconds, longestMs))
  return () => clearTimeout(timer)
}
