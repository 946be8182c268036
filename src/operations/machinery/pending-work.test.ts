import { describe, expect, it } from 'vitest'
import { createPendingWork } from './pending-work.js'

describe('work under way', () => {
  it('is waited for until it settles, whether it succeeds or fails, and with it what was begun meanwhile', async () => {
    const underWay = createPendingWork()
    const ended: string[] = []
    const [first, succeed] = promised()
    const [second, , fail] = promised()
    const waited = underWay.settled().then(() => ended.push('at once'))
    await waited

    const tracked = underWay.track(first)
    const settled = underWay.settled().then(() => ended.push('settled'))
    expect(underWay.isNone()).toBe(false)
    const failing = underWay.track(second)
    succeed('an answer')
    expect(await tracked).toBe('an answer')
    await new Promise(setImmediate)
    expect(ended).toEqual(['at once'])

    fail(new Error('in vain'))
    await expect(failing).rejects.toThrow('in vain')
    await settled
    expect(ended).toEqual(['at once', 'settled'])
    expect(underWay.isNone()).toBe(true)
  })
})

function promised() {
  let settle: [resolve: (answer: string) => void, reject: (error: Error) => void]
  const promise = new Promise<string>((...both) => {
    settle = both
  })
  return [promise, ...settle!] as const
}
