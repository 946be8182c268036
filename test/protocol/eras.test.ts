import { describe, expect, test } from 'vitest'
import { bodyOf, useRawServer } from '../support/raw-server.js'
import { useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

describe('both eras of the protocol', () => {
  test.each([
    ['2025-era initialize', 'legacy', 'legacy'],
    ['2026-era discovery', { pin: '2026-07-28' }, 'modern'],
    ['whichever is newest', 'auto', 'modern'],
  ] as const)('the official client connects by %s, remembers and recalls', async (_, mode, era) => {
    const server = await useServer({ dataDir: temporaryFolder(), versionNegotiation: { mode } })
    expect(server.client.getProtocolEra()).toBe(era)
    expect(server.client.getInstructions()).toContain('long-term memory')
    await server.ask('remember', { text: 'The bakery opens at six.' })
    const { memories } = await server.ask('recall', { query: 'when does the bakery open?' })
    expect(memories).toEqual([expect.objectContaining({ content: 'The bakery opens at six.' })])
    expect(await server.call('recall', { query: '' })).toMatchObject({ isError: true, body: { field: 'query' } })
    expect(server.log()).toBe('')
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'])('greets in %s', async (protocolVersion) => {
    const server = useRawServer({ dataDir: temporaryFolder() })
    const clientInfo = { name: 'tests', version: '1.0.0' }
    const answer = await server.request('initialize', { protocolVersion, capabilities: {}, clientInfo })
    expect(answer.result).toMatchObject({ protocolVersion, serverInfo: { name: 'world-weaver' } })
  })

  test('a version nobody knows is answered with one the server knows', async () => {
    const server = useRawServer({ dataDir: temporaryFolder() })
    const clientInfo = { name: 'tests', version: '1.0.0' }
    const answer = await server.request('initialize', { protocolVersion: '1999-01-01', capabilities: {}, clientInfo })
    expect(answer.result?.protocolVersion).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  test('requests before initialize are answered, one way or the other, and initialize still works', async () => {
    const server = useRawServer({ dataDir: temporaryFolder() })
    expect(await server.request('ping')).toMatchObject({ result: {} })
    const early = await server.callTool('recall', { query: 'anything' })
    expect('result' in early || 'error' in early).toBe(true)
    expect((await server.initialize()).result).toMatchObject({ serverInfo: { name: 'world-weaver' } })
    expect(bodyOf(await server.callTool('recall', { query: 'anything' }))).toMatchObject({ total: 0 })
  })

  test('initialize without its parameters is an error, and a right one still works', async () => {
    const server = useRawServer({ dataDir: temporaryFolder() })
    expect(await server.request('initialize')).toHaveProperty('error')
    expect(await server.request('initialize', { protocolVersion: 5 })).toHaveProperty('error')
    expect((await server.initialize()).result).toMatchObject({ serverInfo: { name: 'world-weaver' } })
  })
})
