/**
 * Work that grows with stored text. It stops at each `yield`, at least every few milliseconds, so that whoever runs it can
 * let others in: `runInSlices` does, and `runWhole` goes on at once.
 */
export type Slices<Result> = Generator<undefined, Result>

export function runWhole<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { value, done } = work.next()
    if (done === true) return value
  }
}
