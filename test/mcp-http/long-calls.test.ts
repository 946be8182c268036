import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ownAccess } from '#ww/memory/access/access.js'
import { defineOperation } from '#ww/operations/machinery/operation.js'
import { openHttpApp } from '../support/http-app.js'
import { eras, useAddress, useHttpClient } from '../support/http-client.js'
import { useMinds } from '../support/minds.js'

const declared = {
  summary: 'Takes its time.',
  door: 'memory',
  effect: 'write',
  output: z.object({ done: z.int() }),
  commandLine: { examples: [] },
} as const

/** Bakes loaves one after the other and tells of each. */
const bake = defineOperation({
  ...declared,
  name: 'bake',
  input: z.object({ loaves: z.int() }),
  async run({ loaves }, { onProgress }) {
    for (let done = 1; done <= loaves; done++) {
      await pause(120)
      onProgress?.({ stage: 'baking', done, total: loaves, message: `loaf ${done}` })
    }
    return { done: loaves }
  },
})

/** Waits for something that never comes, as long as somebody wants it. */
const waits = new Map<string, 'waiting' | 'given up'>()
const wait = defineOperation({
  ...declared,
  name: 'wait',
  input: z.object({ name: z.string() }),
  async run({ name }, { signal }) {
    waits.set(name, 'waiting')
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
    waits.set(name, 'given up')
    return { done: 0 }
  },
})

const minds = useMinds()

async function anAddress(): Promise<string> {
  const mcpOffer = () => ({ version: '0.0.0', instructions: '', operations: [bake, wait] })
  return useAddress(openHttpApp(minds.open(), { mcpOffer }).fetch)
}

describe.each(eras)('a long call over HTTP, %s', (era, mode) => {
  test('[CON1] tells whoever asks how far it has come, before it answers', async () => {
    const { client } = await useHttpClient(await anAddress(), { mode })
    const told: number[] = []
    const onprogress = ({ progress }: { readonly progress: number }) => void told.push(progress)
    const { structuredContent } = await client.callTool({ name: 'bake', arguments: { loaves: 3 } }, { onprogress })
    expect(structuredContent).toEqual({ done: 3 })
    // The client passes over one that it reads together with the answer.
    expect(told.slice(0, 2)).toEqual([1, 2])
  })

  test('is given up when the client gives it up, and no other one', async () => {
    const url = await anAddress()
    const [one, other] = [await useHttpClient(url, { mode }), await useHttpClient(url, { mode })]
    const giving = new AbortController()
    const [given, kept] = [`${era} given up`, `${era} kept`]
    const called = one.client.callTool({ name: 'wait', arguments: { name: given } }, { signal: giving.signal })
    const lasting = other.client.callTool({ name: 'wait', arguments: { name: kept } }).catch(() => undefined)
    await expect.poll(() => [waits.get(given), waits.get(kept)]).toEqual(['waiting', 'waiting'])
    giving.abort()
    await expect(called).rejects.toThrow()
    await expect.poll(() => waits.get(given)).toBe('given up')
    expect(waits.get(kept)).toBe('waiting')
    await other.client.close()
    await lasting
  })

  test('is given up when the connection breaks', async () => {
    const url = await anAddress()
    const breaking = new AbortController()
    const { client } = await useHttpClient(url, {
      mode,
      fetch: (to, init) => fetch(to, { ...init, signal: AbortSignal.any([breaking.signal, ...signalOf(init)]) }),
    })
    const name = `${era} broken`
    const called = client.callTool({ name: 'wait', arguments: { name } }).catch(() => undefined)
    await expect.poll(() => waits.get(name)).toBe('waiting')
    breaking.abort()
    await expect.poll(() => waits.get(name)).toBe('given up')
    await client.close()
    await called
  })
})

const signalOf = (init: RequestInit | undefined): AbortSignal[] => (init?.signal == null ? [] : [init.signal])

test('[COM3] an operation is told who calls', async () => {
  const known: unknown[] = []
  const mind = minds.open()
  const { fetch } = openHttpApp(mind, {
    memoryFor: async () => ({
      ...mind,
      invoke: async (operation, input, options) => {
        known.push(options?.access)
        return mind.invoke(operation, input, options)
      },
    }),
  })
  const { ask } = await useHttpClient(await useAddress(fetch))
  await ask('memory_stats')
  expect(known).toEqual([ownAccess])
})
