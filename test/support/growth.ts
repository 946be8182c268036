/** A busy machine runs several other processes within this time, so a task that takes it is slowed as much as a longer one. */
const leastMs = 30

/**
 * How many times longer a task takes for the large input than for the small one: the median of three rounds. Short tasks are
 * repeated: a single run may be over before another process gets its turn, and would make the long one look worse.
 */
export async function timeGrowth<T>(small: T, large: T, task: (input: T) => unknown): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) {
    rounds.push((await meanMs(() => task(large))) / (await meanMs(() => task(small))))
  }
  return rounds.sort((a, b) => a - b)[1]!
}

async function meanMs(task: () => unknown): Promise<number> {
  const started = performance.now()
  for (let runs = 1; ; runs++) {
    await task()
    const passed = performance.now() - started
    if (passed >= leastMs) return passed / runs
  }
}
