import { beforeAll, describe, expect, test } from 'vitest'
import { type Served, useServed } from '../support/access.js'
import { eras, type HttpClient, useHttpClient } from '../support/http-client.js'

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

test('[OPS3] a subscription ends when its key is revoked, and that of another key does not', async () => {
  const { token, key } = await served.create({ tenant: 'cellar' })
  const [listener, writer] = [
    await useHttpClient(served.url, { token }),
    await useHttpClient(served.url, { token: (await served.create({ tenant: 'cellar' })).token }),
  ]
  const hearing = ({ client }: HttpClient) => {
    const heard: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
    return heard
  }
  const [heard, heardByOther] = [hearing(listener), hearing(writer)]
  const uri = 'memory://episodes/default'
  const { closed } = await listener.client.listen({ resourceSubscriptions: [uri] })
  await writer.client.listen({ resourceSubscriptions: [uri] })
  await writer.ask('remember', { text: 'The cellar is cold.' })
  // Both, for changes that come before one has looked are one change.
  await expect.poll(() => [heard, heardByOther], { timeout: 60_000 }).toEqual([[uri], [uri]])
  await served.revoke(key.id)
  await writer.ask('remember', { text: 'The cellar is dark.' })
  expect(await closed).toBe('graceful')
  expect(heard).toEqual([uri])
  await expect.poll(() => heardByOther, { timeout: 60_000 }).toEqual([uri, uri])
})

test('[OPS3] a key that is revoked takes no other key’s subscription with it', async () => {
  const one = await served.create({ tenant: 'attic' })
  const other = await served.create({ tenant: 'attic' })
  const first = await useHttpClient(served.url, { token: one.token })
  const second = await useHttpClient(served.url, { token: other.token })
  const heard: string[] = []
  second.client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
  const uri = 'memory://episodes/default'
  const { closed } = await first.client.listen({ resourceSubscriptions: [uri] })
  await second.client.listen({ resourceSubscriptions: [uri] })
  await served.revoke(one.key.id)
  await second.ask('remember', { text: 'The attic is warm.' })
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual([uri])
  await closed
  await second.ask('remember', { text: 'The attic is bright.' })
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual([uri, uri])
})
