import { beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '#ww/memory/memory.js'
import { operations } from '#ww/operations/index.js'
import { createInstructions } from '#ww/surfaces/mcp/instructions.js'
import { useMcpServers } from '../support/mcp-session.js'
import { days, start } from '../support/memories.js'
import { idsOf, type Mind, useMinds } from '../support/minds.js'

const instructions = createInstructions(() => true)

describe('the front door', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })

  test('[OPS6] remember takes a text, and is an episode now unless it says otherwise', async () => {
    const answer = await mind.call('remember', { text: 'The orchard has forty trees.' })
    expect(answer).toEqual({
      id: expect.stringMatching(/^ep-/),
      kind: 'episode',
      timestamp: '2026-01-05T09:00:00Z',
      session_id: 'default',
      project: null,
      importance: 0.5,
      tags: [],
    })
    expect(await mind.call('get_memory', { id: answer.id })).toMatchObject({
      content: 'The orchard has forty trees.',
      recorded_at: '2026-01-05T09:00:00Z',
      valid_to: null,
      source: 'memory',
      facets: { outcome: 'neutral' },
      state: 'active',
      version: 1,
      uses: 1,
      retrievability: 1,
    })
  })

  test('[OPS6] remember keeps kind, tags, timestamp and importance', async () => {
    const given = { kind: 'lesson', tags: ['orchard'], timestamp: '2025-10-01T00:00:00Z', importance: 0.9 } as const
    const answer = await mind.call('remember', { text: 'Prune before the frost.', ...given, tags: [...given.tags] })
    expect(answer).toMatchObject(given)
    expect(await mind.call('get_memory', { id: answer.id })).toMatchObject(given)
  })

  test('[OPS6] recall looks at every kind, ranked by relevance alone', async () => {
    const orchard = minds.open()
    for (const [index, kind] of kinds.entries()) {
      const timestamp = new Date(start - days(index * 100)).toISOString()
      await orchard.call('remember', { text: `Apple trees: a ${kind}.`, kind, timestamp, importance: index / 5 })
    }
    await orchard.call('remember', { text: 'Nothing to do with fruit, but fresh and important.', importance: 1 })
    const { memories, total } = await orchard.call('recall', { query: 'apple trees' })
    expect(total).toBe(6)
    expect(
      memories
        .slice(0, 5)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual([...kinds].sort())
    expect(memories.map(({ relevance }) => relevance)).toEqual(
      memories.map(({ relevance }) => relevance).sort((a, b) => b - a),
    )
    const notes = await orchard.call('recall', { query: 'apple trees', kinds: ['note', 'entity'] })
    expect(notes.memories.map(({ kind }) => kind).sort()).toEqual(['entity', 'note'])
    expect(notes.total).toBe(2)
  })

  test('[OPS6] what one door stores, the other finds', async () => {
    const { id } = await mind.call('create_episode', { content: 'Bees moved into the orchard.', outcome: 'success' })
    expect(idsOf((await mind.call('recall', { query: 'bees in the orchard' })).memories)).toContain(id)
    const { id: other } = await mind.call('remember', { text: 'The bees left the orchard.' })
    expect(idsOf((await mind.call('recall_episodes', { query: 'bees in the orchard' })).episodes)).toContain(other)
  })

  test('[OPS6] get_memory gives all that is known about a memory', async () => {
    const context = { file: 'orchard.txt' }
    const { id } = await mind.call('create_episode', {
      content: 'Counted the trees.',
      context,
      outcome: 'partial',
      tags: ['count'],
    })
    expect(await mind.call('get_memory', { id })).toMatchObject({
      kind: 'episode',
      facets: { outcome: 'partial', context },
      tags: ['count'],
      session_id: 'default',
      project: null,
    })
  })

  test('[OPS6] the instructions have under 2 KB, name every tool of the memory and where to begin in the workspace', () => {
    expect(new TextEncoder().encode(instructions).length).toBeLessThan(2048)
    const begin = ['gwt_set_goal', 'gwt_broadcast', 'gwt_attend', 'gwt_collection_query', 'gwt_store']
    const named = operations.filter(({ name, door }) => door !== 'workspace' || begin.includes(name))
    for (const { name } of named) expect(instructions).toContain(`\`${name}\``)
  })

  test('[OPS6] the instructions name no tool that there is not', () => {
    const known = new Set<string>(operations.map(({ name }) => name))
    const fields = new Set(
      operations.flatMap(({ input, output }) => [...Object.keys(input.shape), ...Object.keys(output.shape)]),
    )
    const named = [...instructions.matchAll(/`([a-z]+(?:_[a-z]+)+)[`:]/g)].map(([, name]) => name!)
    expect(
      named.filter((name) => !known.has(name) && !fields.has(name) && !/^(rate_limited|retry_after)$/.test(name)),
    ).toEqual([])
  })
})

describe('over MCP', () => {
  const startServer = useMcpServers()

  test('[OPS6] the server greets with the instructions and lists exactly the operations', async () => {
    const { client } = await startServer()
    expect(client.getInstructions()).toBe(instructions)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(operations.map(({ name }) => name))
  })
})
