import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ResourceChange } from '../../resources/follow.js'
import { createSubscriptions } from './subscriptions.js'

const nothing: ResourceChange = { touches: () => false, listChanged: false }
const touching = (uri: string, listChanged = false): ResourceChange => ({
  touches: (each) => each === uri,
  listChanged,
})

/** Changes that the test makes, and what the client is told. */
function aConnection() {
  const told: string[] = []
  const errors: unknown[] = []
  const signals: AbortSignal[] = []
  let push: (next: ResourceChange | Error) => void = () => {}
  let first: ResourceChange | Error = nothing
  async function* follow(signal: AbortSignal) {
    signals.push(signal)
    if (first instanceof Error) throw first
    yield first
    while (!signal.aborted) {
      const next = await new Promise<ResourceChange | Error>((resolve) => {
        push = resolve
      })
      if (next instanceof Error) throw next
      yield next
    }
  }
  const subscriptions = createSubscriptions({ follow, onError: (error) => errors.push(error) })
  subscriptions.sendTo({ updated: (uri) => told.push(uri), listChanged: () => told.push('list') })
  async function change(next: ResourceChange | Error): Promise<void> {
    await tick()
    push(next)
    await tick()
  }
  return {
    ...subscriptions,
    told,
    errors,
    signals,
    change,
    failNext(error: Error | undefined) {
      first = error ?? nothing
    },
  }
}

const uris = (...each: string[]) => ({ uris: each, list: false })

describe('subscriptions', () => {
  test('[OPS3] what is subscribed is told, once however often it is, and nothing else', async () => {
    const { open, change, told } = aConnection()
    await open(1, uris('memory://a', 'memory://b'))
    await open(2, uris('memory://a'))
    await change(touching('memory://a'))
    await change(touching('memory://c', true))
    expect(told).toEqual(['memory://a'])
  })

  test('[OPS3] the list is told of to who asked for it', async () => {
    const { open, change, told } = aConnection()
    await open(1, { uris: [], list: true })
    await change(touching('memory://a', true))
    await change(touching('memory://a'))
    expect(told).toEqual(['list'])
  })

  test('[OPS3] changes are followed from the first subscription until the last has gone', async () => {
    const { open, close, signals } = aConnection()
    expect(signals).toHaveLength(0)
    await open(1, uris('memory://a'))
    await open(2, uris('memory://b'))
    expect(signals).toHaveLength(1)
    close(1)
    expect(signals[0]!.aborted).toBe(false)
    close(2)
    expect(signals[0]!.aborted).toBe(true)
    await open(3, uris('memory://a'))
    expect(signals).toHaveLength(2)
  })

  test('a client that has gone follows nothing', async () => {
    const { open, end, signals } = aConnection()
    await open(1, uris('memory://a'))
    end()
    expect(signals[0]!.aborted).toBe(true)
  })

  test('a subscription that cannot begin is refused, and the next one tries anew', async () => {
    const { open, failNext, signals } = aConnection()
    failNext(new Error('no store'))
    await expect(open(1, uris('memory://a'))).rejects.toThrow('no store')
    failNext(undefined)
    await open(2, uris('memory://a'))
    expect(signals).toHaveLength(2)
  })

  test('[OPS3] after an interruption everything may have changed', async () => {
    const { open, change, told, errors, signals } = aConnection()
    await open(1, { uris: ['memory://a'], list: true })
    await change(new Error('the reader died'))
    expect(errors).toHaveLength(1)
    expect(told).toEqual([])
    await expect.poll(() => told, { timeout: 60_000 }).toEqual(['memory://a', 'list'])
    expect(signals).toHaveLength(2)
    await change(touching('memory://a'))
    expect(told).toEqual(['memory://a', 'list', 'memory://a'])
  })
})
