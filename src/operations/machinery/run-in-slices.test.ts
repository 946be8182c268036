import { performance } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import type { Slices } from '../../memory/slices.js'
import { runInSlices, unlessAborted } from './run-in-slices.js'

/** Computes for so long at a time, so often. */
function* computing(times: number, ms: number, onStep: () => void = () => undefined): Slices<string> {
  for (let step = 0; step < times; step++) {
    for (const end = performance.now() + ms; performance.now() < end; );
    onStep()
    yield
  }
  return 'done'
}

describe('work in slices', () => {
  test('short work is done at once, without a promise', async () => {
    const results: unknown[] = []
    // A busy machine may take this thread's turn away in the middle of one.
    for (let again = 0; again < 20; again++) {
      await new Promise(setImmediate)
      results.push(runInSlices(computing(3, 0), {}))
    }
    expect(results).toContain('done')
  })

  test('long work lets others in between, and only one of several goes on in each turn', async () => {
    const turnsOf: number[][] = [[], []]
    const both = turnsOf.map((turns) =>
      runInSlices(
        computing(8, 6, () => turns.push(performance.nodeTiming.uvMetricsInfo.loopCount)),
        {},
      ),
    )
    expect(await Promise.all(both)).toEqual(['done', 'done'])
    const [first, second] = turnsOf.map((turns) => new Set(turns))
    expect(first!.size).toBe(8)
    expect(second!.size).toBe(8)
    expect([...first!].filter((each) => second!.has(each))).toEqual([])
  })

  test('[COM8] an abort ends it between two slices', async () => {
    const aborting = new AbortController()
    let steps = 0
    const work = runInSlices(
      computing(1_000, 6, () => {
        if (++steps === 5) aborting.abort(new Error('out of time'))
      }),
      aborting,
    )
    await expect(work).rejects.toThrow('out of time')
    expect(steps).toBe(5)
  })

  test('an aborted part of a run is left to the next run; other errors are errors', async () => {
    const aborting = new AbortController()
    aborting.abort(new Error('out of time'))
    expect(await unlessAborted(aborting, async () => aborting.signal.throwIfAborted())).toBeUndefined()
    const failing = async () => {
      throw new Error('broken')
    }
    await expect(unlessAborted(aborting, failing)).rejects.toThrow('broken')
  })
})
