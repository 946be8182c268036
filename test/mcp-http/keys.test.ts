import { beforeAll, describe, expect, test } from 'vitest'
import { type Served, useServed } from '../support/access.js'
import { eras, useHttpClient } from '../support/http-client.js'

const { start } = useServed()
let served: Served

beforeAll(async () => {
  served = await start({ env: { WW_AUTH: 'required' } })
})

describe.each(eras)('a client of MCP with a key, %s', (era, mode) => {
  const connect = async (asked: Parameters<Served['create']>[0]) => {
    const { token } = await served.create(asked)
    return useHttpClient(served.url, { mode, token })
  }

  test('[COM3] has the memories of its tenant, and not those of another', async () => {
    const [one, other] = [await connect({ tenant: 'bakery' }), await connect({ tenant: 'dairy' })]
    const { id } = await one.ask('remember', { text: 'The bakery opens at six.' })
    expect(await one.ask('get_memory', { id })).toMatchObject({ content: 'The bakery opens at six.' })
    expect(await other.call('get_memory', { id })).toMatchObject({ isError: true, body: { error: 'not_found' } })
    const { contents } = await other.client.readResource({ uri: 'memory://episodes/default' })
    expect(JSON.stringify(contents)).not.toContain('bakery')
  })

  test('[COM3] that only reads, or is bound to a session, is told what it may not', async () => {
    const reader = await connect({ role: 'read' })
    expect(await reader.call('remember', { text: 'No.' })).toMatchObject({
      isError: true,
      body: { error: 'forbidden' },
    })
    await reader.ask('memory_stats')
    const session = `oven-${era}`
    const bound = await connect({ sessions: [session] })
    await bound.ask('remember', { text: 'The oven is hot.', session_id: session })
    const elsewhere = { text: 'No.', session_id: 'elsewhere' }
    expect(await bound.call('remember', elsewhere)).toMatchObject({ isError: true, body: { error: 'forbidden' } })
  })

  test('[COM8] that is none, or none any more, is not let in', async () => {
    await expect(useHttpClient(served.url, { mode })).rejects.toThrow()
    await expect(useHttpClient(served.url, { mode, token: 'nobody' })).rejects.toThrow()
    const { token, key } = await served.create()
    const { ask } = await useHttpClient(served.url, { mode, token })
    await ask('memory_stats')
    await served.revoke(key.id)
    await expect(ask('memory_stats')).rejects.toThrow()
  })
})

/** A client that follows the episodes of its tenant. */
async function listenIn(tenant: string) {
  const { token, key } = await served.create({ tenant })
  const http = await useHttpClient(served.url, { token })
  const heard: string[] = []
  http.client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
  const { closed } = await http.client.listen({ resourceSubscriptions: ['memory://episodes/default'] })
  return { ...http, key, heard, closed }
}

test('[OPS3] a subscription hears nothing more once its key is revoked; that of another key goes on', async () => {
  const [first, second] = [await listenIn('cellar'), await listenIn('cellar')]
  await second.ask('remember', { text: 'The cellar is cold.' })
  await expect.poll(() => [first.heard.length, second.heard.length], { timeout: 10_000 }).toEqual([1, 1])
  await served.revoke(first.key.id)
  await second.ask('remember', { text: 'The cellar is dark.' })
  await first.closed
  await expect.poll(() => second.heard.length, { timeout: 10_000 }).toBe(2)
  // Nor does the first one's end keep who comes later from hearing.
  const third = await listenIn('cellar')
  await second.ask('remember', { text: 'The cellar is damp.' })
  await expect.poll(() => [second.heard.length, third.heard.length], { timeout: 10_000 }).toEqual([3, 1])
  expect(first.heard).toHaveLength(1)
})
