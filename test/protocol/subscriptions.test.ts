import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createSettableClock, type Mind, useMinds } from '../support/minds.js'
import { useRawServer } from '../support/raw-server.js'
import { type Server, useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()
const minds = useMinds()

/** This process, which is another than the server's. */
const aWriter = (dataDir: string): Mind =>
  minds.open({ dataDir, project: 'tests', clock: createSettableClock(Date.now()) })

/** What the client was told, in order; the changed list as `list`. */
function hearing({ client }: Server): string[] {
  const heard: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
  client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('list'))
  return heard
}

interface Subscription {
  close(): Promise<unknown>
}

const eras = {
  '2025-era': {
    mode: 'legacy',
    async subscribe({ client }: Server, uris: readonly string[]): Promise<Subscription> {
      for (const uri of uris) await client.subscribeResource({ uri })
      return { close: () => Promise.all(uris.map((uri) => client.unsubscribeResource({ uri }))) }
    },
    // Whoever has the list is told.
    wantList: ({ client }: Server): Promise<unknown> => client.listResources(),
  },
  '2026-era': {
    mode: { pin: '2026-07-28' },
    subscribe: ({ client }: Server, uris: readonly string[]): Promise<Subscription> =>
      client.listen({ resourceSubscriptions: [...uris] }),
    wantList: ({ client }: Server): Promise<unknown> => client.listen({ resourcesListChanged: true }),
  },
} as const

/** Longer than a change takes to be heard of. */
const aWhile = 600

describe.each(Object.entries(eras))('subscriptions, %s', (_, { mode, subscribe, wantList }) => {
  const aServer = (dataDir: string, env: Readonly<Record<string, string>> = {}) =>
    useServer({ dataDir, env, versionNegotiation: { mode } })

  const stats = 'memory://stats'
  const own = 'memory://episodes/default'

  test('[OPS3] tell of what another process writes, and of nothing that is not subscribed', async () => {
    const dataDir = temporaryFolder()
    const [reader, writer] = [await aServer(dataDir), aWriter(dataDir)]
    const heard = hearing(reader)
    await subscribe(reader, [own])
    await writer.call('create_entity', { name: 'Oven', entity_type: 'TOOL', summary: 'Bakes.' })
    await writer.call('remember', { text: 'Elsewhere.', session_id: 'elsewhere' })
    await writer.call('remember', { text: 'The bakery opens at six.' })
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual([own])
    await sleep(aWhile)
    expect(heard).toEqual([own])
    expect(reader.log()).toBe('')
  })

  test('[OPS3] tell of what the same process writes', async () => {
    const server = await aServer(temporaryFolder())
    const heard = hearing(server)
    await subscribe(server, [stats, 'memory://entities/TOOL'])
    await server.ask('create_entity', { name: 'Oven', entity_type: 'TOOL', summary: 'Bakes.' })
    await expect.poll(() => [...heard].sort(), { timeout: 60_000 }).toEqual(['memory://entities/TOOL', stats])
  })

  test('[OPS3] a write straight behind the subscription is not missed', async () => {
    const dataDir = temporaryFolder()
    const writer = aWriter(dataDir)
    await writer.call('remember', { text: 'The oven is warm.' })
    for (let turn = 0; turn < 3; turn++) {
      const reader = await aServer(dataDir)
      const heard = hearing(reader)
      await subscribe(reader, [own])
      await writer.call('remember', { text: `Loaf ${turn} is in.` })
      await expect.poll(() => heard, { timeout: 60_000 }).toEqual([own])
    }
  })

  test('[OPS3] end when they are given up', async () => {
    const dataDir = temporaryFolder()
    const [reader, writer] = [await aServer(dataDir), aWriter(dataDir)]
    const heard = hearing(reader)
    const first = await subscribe(reader, [stats])
    await subscribe(reader, [own])
    await first.close()
    await writer.call('remember', { text: 'The bakery opens at six.' })
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual([own])
    await sleep(aWhile)
    expect(heard).toEqual([own])
  })

  test('[OPS3] [OPS4] tell that something was forgotten, and the list loses its session', async () => {
    const dataDir = temporaryFolder()
    const [reader, writer] = [await aServer(dataDir), aWriter(dataDir)]
    const { id } = await writer.call('remember', { text: 'The bakery opens at six.', session_id: 'bakery' })
    await writer.call('remember', { text: 'The oven is warm.' })
    const heard = hearing(reader)
    await wantList(reader)
    await subscribe(reader, ['memory://episodes/bakery'])
    await writer.call('forget', { ids: [id] })
    await sleep(aWhile)
    expect(heard).toEqual([])
    await writer.call('forget', { ids: [id], dry_run: false })
    await expect.poll(() => [...heard].sort(), { timeout: 60_000 }).toEqual(['list', 'memory://episodes/bakery'])
  })

  test('[OPS3] the list changes with a new session', async () => {
    const dataDir = temporaryFolder()
    const [reader, writer] = [await aServer(dataDir), aWriter(dataDir)]
    await writer.call('remember', { text: 'Known already.', session_id: 'known' })
    const heard = hearing(reader)
    await wantList(reader)
    await writer.call('remember', { text: 'Known still.', session_id: 'known' })
    await sleep(aWhile)
    expect(heard).toEqual([])
    await writer.call('remember', { text: 'Somebody new.', session_id: 'new' })
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual(['list'])
  })

  test('[COM3] [COM13] nothing is heard of what is out of sight', async () => {
    const dataDir = temporaryFolder()
    const reader = await aServer(dataDir, { WW_SESSION_ID: 'a' })
    const writer = aWriter(dataDir)
    const heard = hearing(reader)
    await subscribe(reader, [stats, 'memory://episodes/a'])
    await writer.call('remember', { text: 'Not yours.', session_id: 'b' })
    await writer.call('remember', { text: 'Of another project.', session_id: 'a', project: 'mill' })
    await sleep(aWhile)
    expect(heard).toEqual([])
    await writer.call('remember', { text: 'Yours.', session_id: 'a' })
    await expect.poll(() => [...heard].sort(), { timeout: 60_000 }).toEqual(['memory://episodes/a', stats])
  })

  test('[OPS3] a server that was started anew hears again', async () => {
    const dataDir = temporaryFolder()
    const writer = aWriter(dataDir)
    const first = await aServer(dataDir)
    await subscribe(first, [own])
    await first.close()
    await writer.call('remember', { text: 'While nobody listened.' })
    const again = await aServer(dataDir)
    const heard = hearing(again)
    await subscribe(again, [own])
    await sleep(aWhile)
    expect(heard).toEqual([])
    await writer.call('remember', { text: 'While somebody listens.' })
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual([own])
  })
})

describe('subscriptions on the wire', () => {
  test('[OPS3] [COM3] what cannot be read cannot be subscribed to', async () => {
    const env = { WW_SESSION_ID: 'a' }
    const { client } = await useServer({ dataDir: temporaryFolder(), env, versionNegotiation: { mode: 'legacy' } })
    const refused = (uri: string) => expect(client.subscribeResource({ uri }), uri).rejects
    await refused('memory://nothing').toMatchObject({ code: -32602, data: { uri: 'memory://nothing' } })
    await refused('memory://episodes/a%20b').toMatchObject({ code: -32602, data: { field: 'session_id' } })
    await refused('memory://entities/tool').toMatchObject({ code: -32602, data: { field: 'entity_type' } })
  })

  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const listen = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'subscriptions/listen',
    params: { _meta: envelope, notifications: { resourceSubscriptions: ['memory://stats'] } },
  })

  test('an open subscription does not keep the server when the client goes', async () => {
    const server = useRawServer({ dataDir: temporaryFolder() })
    server.send(listen(1))
    await expect
      .poll(() => server.lines.map((line) => JSON.parse(line).method), { timeout: 60_000 })
      .toEqual(['notifications/subscriptions/acknowledged'])
    server.process.stdin.end()
    expect(await server.exit).toEqual({ code: 0, signal: null })
  })
})
