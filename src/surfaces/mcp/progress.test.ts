import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Progress } from '../../operations/machinery/operation-context.js'
import { createProgressReporter } from './progress.js'

const at = (done: number): Progress => ({ stage: 'steps', done, total: 100, message: `step ${done}` })

describe('[CON1] progress', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function aReporter() {
    const sent: number[] = []
    const reporter = createProgressReporter(async ({ done }) => void sent.push(done))
    return { sent, ...reporter }
  }

  test('[CON1] the first is sent at once, then at most ten a second, the newest of each pause', async () => {
    const { sent, report } = aReporter()
    for (let done = 1; done <= 100; done++) {
      report(at(done))
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(sent[0]).toBe(1)
    expect(sent.length).toBeGreaterThan(5)
    expect(sent.length).toBeLessThanOrEqual(11)
  })

  test('[CON1] the last is always sent, before `finish` resolves, and nothing after it', async () => {
    const { sent, report, finish } = aReporter()
    report(at(1))
    report(at(2))
    report(at(3))
    await finish()
    expect(sent).toEqual([1, 3])
    report(at(4))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toEqual([1, 3])
  })

  test('[CON1] it only rises: the same again is not sent, and stages that count anew add up', async () => {
    const sent: Progress[] = []
    const { report, finish } = createProgressReporter(async (progress) => void sent.push(progress))
    const stages = [
      ['light', 1, 3],
      ['light', 3, 3],
      ['light', 3, 3],
      ['deep', 0, 2],
      ['deep', 1, 2],
      ['deep', 2, 2],
      ['skill', 1, 1],
    ] as const
    for (const [stage, done, total] of stages) {
      report({ stage, done, total, message: '' })
      await vi.advanceTimersByTimeAsync(200)
    }
    await finish()
    expect(sent.map(({ done, total }) => [done, total])).toEqual([
      [1, 3],
      [3, 3],
      [4, 5],
      [5, 5],
      [6, 6],
    ])
  })

  test('[CON1] a stage that begins at the number where the one before ended, or further on, is told of', async () => {
    const sent: Progress[] = []
    const { report, finish } = createProgressReporter(async (progress) => void sent.push(progress))
    for (const [stage, done] of [
      ['light', 3],
      ['deep', 3],
      ['skill', 4],
    ] as const) {
      report({ stage, done, total: 4, message: stage })
      await vi.advanceTimersByTimeAsync(200)
    }
    await finish()
    expect(sent.map(({ done, total, message }) => [done, total, message])).toEqual([
      [3, 4, 'light'],
      [6, 7, 'deep'],
      [10, 10, 'skill'],
    ])
  })

  test('[CON1] one at a time, in order, however slow the client', async () => {
    const sent: number[] = []
    const { report, finish } = createProgressReporter(async ({ done }) => {
      await new Promise((resolve) => setTimeout(resolve, 350))
      sent.push(done)
    })
    for (const done of [1, 2, 3]) {
      report(at(done))
      await vi.advanceTimersByTimeAsync(120)
    }
    const finished = finish()
    await vi.advanceTimersByTimeAsync(2_000)
    await finished
    expect(sent).toEqual([1, 2, 3])
  })

  test('a client that has gone does not fail the call', async () => {
    const { report, finish } = createProgressReporter(() => Promise.reject(new Error('gone')))
    report(at(1))
    await expect(finish()).resolves.toBeUndefined()
  })
})
