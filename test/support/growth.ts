/**
 * How many times longer a task takes for the large input than for the small one, the best of three each, in turns. A ratio
 * within one run holds on a slow or busy machine, where a limit in milliseconds does not.
 */
export async function timeGrowth<T>(small: T, large: T, task: (input: T) => unknown): Promise<number> {
  const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 3; round++) {
    best.small = Math.min(best.small, await millisecondsOf(() => task(small)))
    best.large = Math.min(best.large, await millisecondsOf(() => task(large)))
  }
  // Below this the clock and the collector decide, not the task.
  return best.large / Math.max(best.small, 0.5)
}

async function millisecondsOf(task: () => unknown): Promise<number> {
  const started = performance.now()
  await task()
  return performance.now() - started
}
