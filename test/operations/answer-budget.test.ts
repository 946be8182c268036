import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { createOperationTools } from '#ww/surfaces/mcp/operation-tools.js'
import { isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'
import { randomEpisodes } from '../support/random-episodes.js'

/** As coarse as the budget's own: four characters of English a token. */
const tokensOf = (answer: unknown): number => JSON.stringify(answer).length / 4

const answer = 'The vault opens with the code 4711-Falcon.'
const filler = (seed: number) =>
  randomEpisodes(140, seed)
    .map(({ text }) => text)
    .join(' ')

describe('answer budget', () => {
  const minds = useMinds()
  let mind: Mind
  let longId: string
  let longText: string
  beforeAll(async () => {
    mind = minds.open()
    longText = `${filler(21)} ${answer} ${filler(22)}`
    longId = (await mind.call('remember', { text: longText })).id
    for (let i = 0; i < 8; i++) await mind.call('remember', { text: `${filler(30 + i)} vault` })
    await mind.call('remember', { text: 'The vault is in the cellar.' })
  })
  const ask = { query: 'what code opens the vault?' }
  /** Long texts have little relevance of their own: everything, so that much must be cut. */
  const askAll = { ...ask, min_relevance: 0 }

  test('[COM14] within the budget nothing is cut', async () => {
    const { memories } = await mind.call('recall', { ...askAll, max_tokens: 1_000_000 })
    expect(memories.some(({ truncated }) => truncated !== undefined)).toBe(false)
    expect(memories.find(({ id }) => id === longId)?.content).toBe(longText)
  })

  test.each([2_000, 5_000, 20_000])('[COM14] the whole answer keeps to %i tokens', async (max_tokens) => {
    const recalled = await mind.call('recall', { ...askAll, max_tokens })
    expect(tokensOf(recalled)).toBeLessThanOrEqual(max_tokens)
    const past = await mind.call('query_at_time', { ...ask, max_tokens, point_in_time: '2026-02-01' })
    expect(tokensOf(past)).toBeLessThanOrEqual(max_tokens)
    const episodes = await mind.call('recall_episodes', { ...ask, max_tokens })
    expect(tokensOf(episodes)).toBeLessThanOrEqual(max_tokens)
    expect(tokensOf(episodes)).toBeGreaterThan(max_tokens / 3)
  })

  test.each([2_000, 20_000])(
    '[COM14] of %i tokens, over MCP the text and the structured content share it',
    async (max_tokens) => {
      const tools = createOperationTools(operations, mind.invoke)
      const point_in_time = '2026-02-01'
      for (const [name, input] of [
        ['recall', askAll],
        ['recall_episodes', ask],
        ['query_at_time', { ...ask, point_in_time }],
        ['gwt_query', ask],
        ['gwt_resolve', { question: ask.query }],
      ] as const) {
        const { content, structuredContent } = await tools.call(name, { ...input, max_tokens })
        const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
        expect(text.length / 4 + tokensOf(structuredContent), name).toBeLessThanOrEqual(max_tokens)
      }
    },
  )

  test('[COM14] relations of entities count too', async () => {
    const other = minds.open()
    const create = async (name: string) =>
      (await other.call('create_entity', { name, entity_type: 'TOOL', summary: `${name} holds back the sea.` })).id
    const hub = await create('Sluice')
    for (let number = 0; number < 20; number++) {
      const target_id = await create(`Gate ${number}`)
      await other.call('create_relation', { source_id: hub, target_id, relation_type: 'USES' })
    }
    const look = (max_tokens: number) =>
      other.call('query_at_time', {
        query: 'What holds back the sea?',
        point_in_time: '2027-01-01',
        include: ['entities'],
        max_tokens,
      })
    expect(tokensOf(await look(1_500))).toBeLessThanOrEqual(1_500)
    expect((await look(20_000)).entities!.some(({ relations }) => relations.length === 20)).toBe(true)
  })

  test('[COM14] the default is 20,000', async () => {
    expect(await mind.call('recall', askAll)).toEqual(await mind.call('recall', { ...askAll, max_tokens: 20_000 }))
    const { memories } = await mind.call('recall', askAll)
    expect(memories.some(({ truncated }) => truncated)).toBe(true)
  })

  test('[COM14] a long query counts too', async () => {
    const query = `what code opens the vault? ${'tell me everything '.repeat(520)}`
    const recalled = await mind.call('recall', { query, max_tokens: 5_000 })
    expect(tokensOf(recalled)).toBeLessThanOrEqual(5_000)
  })

  test('[COM14] explanations count too', async () => {
    const recalled = await mind.call('recall', { ...askAll, explain: true, max_tokens: 5_000 })
    expect(recalled.memories[0]?.explanation).toBeDefined()
    expect(tokensOf(recalled)).toBeLessThanOrEqual(5_000)
  })

  test('[COM14] a long text gives way to a passage of it that holds the match', async () => {
    const { memories } = await mind.call('recall', { ...askAll, max_tokens: 2_000 })
    const long = memories.find(({ id }) => id === longId)
    expect(long?.truncated).toBe(true)
    expect(long?.content).toContain(answer)
    expect(longText).toContain(long?.content)
  })

  test('[COM14] short texts stay whole, and are not marked', async () => {
    const { memories } = await mind.call('recall', { ...askAll, max_tokens: 2_000 })
    const short = memories.find(({ content }) => content === 'The vault is in the cellar.')
    expect(short).toBeDefined()
    expect(short).not.toHaveProperty('truncated')
  })

  test('[COM14] what does not fit is left for the next page', async () => {
    const first = await mind.call('recall', { ...askAll, max_tokens: 300 })
    expect(tokensOf(first)).toBeLessThanOrEqual(300)
    expect(first).toMatchObject({ count: first.memories.length, has_more: true })
    const seen = new Set<string>()
    for (let offset = 0; offset < first.total; ) {
      const page = await mind.call('recall', { ...askAll, max_tokens: 300, offset })
      expect(page.count).toBeGreaterThan(0)
      for (const { id } of page.memories) seen.add(id)
      offset += page.count
    }
    expect(seen.size).toBe(first.total)
  })

  test('[COM14] get_memory returns everything, and nothing stored has changed', async () => {
    expect((await mind.call('get_memory', { id: longId })).content).toBe(longText)
    expect(await refusal(mind, 'get_memory', { id: longId, max_tokens: 300 })).toMatchObject(
      isValidationError('max_tokens'),
    )
  })

  test('[COM14] other scripts cost more: Chinese is cut to fewer characters', async () => {
    const chinese = minds.open()
    for (let i = 0; i < 5; i++) await chinese.call('remember', { text: `${'部署失败了。'.repeat(2_000)}第${i}次` })
    const { memories } = await chinese.call('recall', { query: '部署失败', max_tokens: 5_000 })
    const characters = memories.reduce((sum, { content }) => sum + content.length, 0)
    expect(characters).toBeLessThan(5_000 * 1.5)
    expect(characters).toBeGreaterThan(1_000)
  })

  test.each([0, -1, 1.5, '2000', true])('[COM14] %j is no budget', async (max_tokens) => {
    expect(await refusal(mind, 'recall', { ...ask, max_tokens })).toMatchObject(isValidationError('max_tokens'))
  })
})
