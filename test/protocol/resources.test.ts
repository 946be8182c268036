import { describe, expect, test } from 'vitest'
import { type Server, useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

const read = async ({ client }: Server, uri: string) => {
  const { contents } = await client.readResource({ uri })
  expect(contents).toEqual([{ uri, mimeType: 'application/json', text: expect.any(String) }])
  const [content] = contents
  if (content === undefined || !('text' in content)) throw new Error(`${uri} has no text`)
  return JSON.parse(content.text) as Record<string, unknown>
}
const episodes = (session: string) => `memory://episodes/${session}`
const listed = async ({ client }: Server) => (await client.listResources()).resources.map(({ uri }) => uri)
const sessionArgument = (value: string) => ({
  ref: { type: 'ref/resource' as const, uri: 'memory://episodes/{session_id}' },
  argument: { name: 'session_id', value },
})

describe.each([
  ['2025-era', 'legacy'],
  ['2026-era', { pin: '2026-07-28' }],
] as const)('resources for the official client, %s', (_, mode) => {
  const versionNegotiation = { mode }
  const aServer = (dataDir = temporaryFolder(), env: Readonly<Record<string, string>> = {}) =>
    useServer({ dataDir, env, versionNegotiation })

  test('[OPS3] are listed, with templates, and read as JSON', async () => {
    const server = await aServer()
    expect(server.client.getServerCapabilities()).toMatchObject({
      resources: { subscribe: true, listChanged: true },
      completions: {},
    })
    const { id } = await server.ask('remember', { text: 'The bakery opens at six.', session_id: 'bakery' })
    const { resources } = await server.client.listResources()
    for (const resource of resources) {
      expect(resource).toMatchObject({ mimeType: 'application/json', title: expect.any(String) })
      expect(await read(server, resource.uri), resource.uri).toBeTypeOf('object')
    }
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining([
        'memory://stats',
        episodes('bakery'),
        'memory://entities/TOOL',
        'memory://procedures/devops',
      ]),
    )
    const { resourceTemplates } = await server.client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'memory://episodes/{session_id}',
      'memory://entities/{entity_type}',
      'memory://procedures/{domain}',
    ])
    expect(await read(server, episodes('bakery'))).toMatchObject({
      total: 1,
      episodes: [{ id, content: 'The bakery opens at six.', project: 'tests' }],
    })
    expect(await read(server, 'memory://stats')).toEqual(await server.ask('memory_stats'))
    expect(server.log()).toBe('')
  })

  test('[OPS3] arguments are completed', async () => {
    const server = await aServer()
    for (const session_id of ['north', 'south', 'northwest'])
      await server.ask('remember', { text: 'Hello.', session_id })
    expect((await server.client.complete(sessionArgument('nor'))).completion).toEqual({
      values: ['northwest', 'north'],
      total: 2,
      hasMore: false,
    })
    const domains = { ref: { type: 'ref/resource' as const, uri: 'memory://procedures/{domain}' } }
    const { completion } = await server.client.complete({ ...domains, argument: { name: 'domain', value: 'd' } })
    expect(completion.values).toEqual(['devops'])
    await expect(server.client.complete({ ...domains, argument: { name: 'x', value: '' } })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('"domain"'),
    })
    const prompt = { ref: { type: 'ref/prompt' as const, name: 'x' }, argument: { name: 'x', value: '' } }
    await expect(server.client.complete(prompt)).rejects.toMatchObject({ code: -32602 })
  })

  test('[OPS3] [COM8] a bad argument is an error of the protocol that carries the contract’s', async () => {
    const server = await aServer()
    const message = 'entity_type must be one of: CONCEPT, PERSON, PROJECT, TOOL, TECHNIQUE, FACT'
    await expect(read(server, 'memory://entities/tool')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
      data: { error: 'validation_error', message, field: 'entity_type' },
    })
    await expect(read(server, 'memory://nothing')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('memory://stats'),
      data: { uri: 'memory://nothing' },
    })
    expect(server.log()).toBe('')
  })

  test('[COM3] a server of another session shows others’ memories only at the address that names their session', async () => {
    const dataDir = temporaryFolder()
    const all = await aServer(dataDir)
    await all.ask('remember', { text: 'Told in a.', session_id: 'a' })
    await all.ask('remember', { text: 'Told in b.', session_id: 'b' })
    await all.ask('create_entity', { name: 'Oven', entity_type: 'TOOL', summary: 'Bakes.', session_id: 'b' })
    const own = await aServer(dataDir, { WW_SESSION_ID: 'a' })
    expect(await read(own, episodes('a'))).toMatchObject({ total: 1 })
    expect(await read(own, episodes('b'))).toMatchObject({ total: 1 })
    expect(await read(own, 'memory://entities/TOOL')).toMatchObject({ total: 0 })
    expect((await listed(own)).filter((uri) => uri.includes('episodes'))).toEqual([episodes('a')])
    expect((await own.client.complete(sessionArgument(''))).completion.values).toEqual(['a'])
    expect((await listed(all)).filter((uri) => uri.includes('episodes'))).toEqual([episodes('b'), episodes('a')])
  })

  test('[COM13] a server of another project shows what belongs to it, or to none', async () => {
    const dataDir = temporaryFolder()
    const shop = await aServer(dataDir, { WW_PROJECT: 'shop' })
    await shop.ask('remember', { text: 'Of the shop.', session_id: 'shop-only' })
    const mill = await aServer(dataDir, { WW_PROJECT: 'mill' })
    expect(await read(mill, episodes('shop-only'))).toMatchObject({ total: 0, episodes: [] })
    expect(await listed(mill)).not.toContain(episodes('shop-only'))
    expect(await listed(shop)).toContain(episodes('shop-only'))
  })

  test('[COM10] a read counts, valid or not, as a call does; lists and completions do not', async () => {
    const server = await aServer(undefined, { WW_RATE_LIMIT: '3' })
    await read(server, 'memory://stats')
    await expect(read(server, 'memory://nothing')).rejects.toMatchObject({ code: -32602 })
    await listed(server)
    await server.client.listResourceTemplates()
    await server.client.complete(sessionArgument(''))
    await server.ask('get_session_id')
    await expect(read(server, 'memory://stats')).rejects.toMatchObject({
      code: 429,
      data: { error: 'rate_limited', message: expect.any(String), retry_after: expect.any(Number) },
    })
    expect(await server.call('get_session_id')).toMatchObject({ body: { error: 'rate_limited' } })
  })

  test('[EPI4] reading counts as no use, also after a restart', async () => {
    const dataDir = temporaryFolder()
    const first = await aServer(dataDir)
    const { id } = await first.ask('remember', { text: 'The bakery opens at six.' })
    for (let turn = 0; turn < 3; turn++) await read(first, episodes('default'))
    await first.close()
    const again = await aServer(dataDir)
    expect(await read(again, episodes('default'))).toMatchObject({ total: 1, episodes: [{ id }] })
    expect(await again.ask('get_memory', { id })).toMatchObject({ uses: 1 })
  })
})
