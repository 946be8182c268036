import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds, outcomes } from '#ww/memory/memory.js'
import { type Mind, useMinds } from '../support/minds.js'
import { type Server, startServer } from '../support/server.js'
import { storableObject, storableText } from './arbitraries.js'

const minds = useMinds()
let mind: Mind
let server: Server

beforeAll(async () => {
  mind = minds.open()
  await mind.call('memory_stats', {})
  server = await startServer({ dataDir: mind.dataDir })
})
afterAll(() => server.close())

const bytesOf = (text: unknown): string => Buffer.from(text as string, 'utf16le').toString('hex')

describe('[COM4] what is accepted comes back byte for byte', () => {
  test('[COM4] by remember, of every kind, with its tags', { timeout: 60_000 }, async () => {
    const tags = fc.array(
      storableText.map((text) => [...text].slice(0, 200).join('')).filter((tag) => tag.trim() !== ''),
      { maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(storableText, fc.constantFrom(...kinds), tags, async (text, kind, tags) => {
        const { id } = await mind.call('remember', { text, kind, tags })
        const stored = await mind.call('get_memory', { id })
        expect(bytesOf(stored.content)).toBe(bytesOf(text))
        expect(stored.tags).toEqual(tags)
      }),
      { numRuns: 200 },
    )
  })

  test('[EPI1] by create_episode, with every key of its context', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        storableText,
        storableObject,
        fc.constantFrom(...outcomes),
        async (content, context, outcome) => {
          const { id } = await mind.call('create_episode', { content, context: context as never, outcome })
          const stored = await mind.call('get_memory', { id })
          expect(bytesOf(stored.content)).toBe(bytesOf(content))
          expect(JSON.stringify(stored.facets.context)).toBe(JSON.stringify(context))
          expect(stored.facets.outcome).toBe(outcome)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('[COM4] over MCP, and in another process', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(storableText, async (content) => {
        const created = await server.ask('create_episode', { content })
        expect(bytesOf(created.content)).toBe(bytesOf(content))
        const id = created.id as string
        expect(bytesOf((await server.ask('get_memory', { id })).content)).toBe(bytesOf(content))
        const [first] = (await server.ask('recall', { query: content.slice(0, 5_000), limit: 1, project: '*' }))
          .memories as unknown[]
        expect(first).toBeDefined()
      }),
      { numRuns: 60 },
    )
  })

  test('[COM4] a text of a hundred thousand characters of every script', async () => {
    const content = '猫👩‍👩‍👧‍👦e\u0301\r\nשלום '.repeat(10_000).slice(0, 99_000)
    const { id } = await server.ask('create_episode', { content })
    expect(bytesOf((await server.ask('get_memory', { id })).content)).toBe(bytesOf(content))
  })
})
