import { describe, expect, test, vi } from 'vitest'
import { createAiSdkLanguageModel } from '#ww/adapters/llm/ai-sdk-language-model.js'
import { withCircuitBreaker } from '#ww/adapters/llm/circuit-breaker.js'
import type { LanguageModelSettings } from '#ww/adapters/llm/language-model-settings.js'
import { extract } from '#ww/operations/consolidation/extract.js'
import { type ChatServer, useChatServer } from '../support/chat-server.js'
import { useMinds } from '../support/minds.js'

const text = 'Zorblax told us that Kestrel uses Postgres, secret word: aubergine.'
const episode = { text, facets: { outcome: 'neutral', context: { project: 'ledger' } } }
const answer = {
  entities: [
    { name: 'Zorblax', type: 'PERSON' },
    { name: 'Kestrel', type: 'PROJECT' },
    { name: 'PostgreSQL', type: 'TOOL' },
    { name: 'Oracle', type: 'TOOL' },
    { name: 'aubergine', type: 'VEGETABLE' },
  ],
  relations: [
    { source: 'Kestrel', type: 'USES', target: 'PostgreSQL' },
    { source: 'Kestrel', type: 'USES', target: 'Oracle' },
    { source: 'Kestrel', type: 'LOVES', target: 'PostgreSQL' },
  ],
}
const says = { says: JSON.stringify(answer) }

const settings = (server: Pick<ChatServer, 'baseUrl'>, more: Partial<LanguageModelSettings> = {}) => ({
  provider: 'openai-compatible',
  model: 'tiny',
  baseUrl: server.baseUrl,
  timeoutMs: 10_000,
  ...more,
})
const modelAt = (server: Pick<ChatServer, 'baseUrl'>, more: Partial<LanguageModelSettings> = {}) =>
  createAiSdkLanguageModel(settings(server, more))

describe('with a language model', () => {
  test('[CON3] it extracts, and what the episode does not name is not believed', async () => {
    const server = await useChatServer(says)
    const found = await extract(episode, { languageModel: modelAt(server, { apiKey: 'key-1' }) })
    expect(found).toEqual({
      by: 'model',
      entities: [
        { name: 'ledger', type: 'PROJECT', mentions: ['ledger'] },
        { name: 'Zorblax', type: 'PERSON', mentions: ['Zorblax'] },
        { name: 'Kestrel', type: 'PROJECT', mentions: ['Kestrel'] },
        { name: 'PostgreSQL', type: 'TOOL', mentions: ['Postgres'] },
      ],
      relations: [{ source: 'Kestrel', target: 'PostgreSQL', type: 'USES' }],
    })
    const [request] = server.requests
    expect(request).toMatchObject({ path: '/v1/chat/completions', key: 'Bearer key-1', body: { model: 'tiny' } })
    expect(JSON.parse(request!.body.messages.at(-1)!.content)).toMatchObject({ text, project: 'ledger' })
  })

  test('[CON3] JSON in a fence or a sentence is found', async () => {
    const fenced = await useChatServer({ says: `Here you are:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`` })
    expect(await extract(episode, { languageModel: modelAt(fenced) })).toMatchObject({ by: 'model' })
  })

  test('[CON3] nothing is printed: standard output belongs to MCP', async () => {
    const spies = [vi.spyOn(console, 'info'), vi.spyOn(console, 'log'), vi.spyOn(console, 'warn')]
    const server = await useChatServer(says)
    await extract(episode, { languageModel: modelAt(server) })
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })

  test('[CON3] consolidation counts what the model did', async () => {
    const server = await useChatServer(says)
    const mind = minds.open({ languageModel: settings(server) })
    await mind.call('create_episode', { content: text })
    expect((await mind.call('consolidate_now', { consolidation_type: 'deep' })).metrics.extracted_by_model).toBe(1)
    const { entities } = await mind.call('semantic_recall', { query: 'Kestrel' })
    expect(entities.find(({ name }) => name === 'Kestrel')).toMatchObject({ entity_type: 'PROJECT' })
  })
})

const minds = useMinds()

describe('without, or when it fails', () => {
  const byRules = async () => {
    const { by, ...found } = await extract(episode, {})
    expect(by).toBe('rules')
    expect(found.entities.map(({ name }) => name)).toEqual(['ledger', 'Zorblax', 'Kestrel', 'PostgreSQL'])
    return found
  }

  test('[CON3] rules extract, and nothing needs a reason', async () => {
    expect(await byRules()).not.toHaveProperty('reason')
  })

  test.each([
    ['refuses', { fails: 401 }, {}, 'openai-compatible:tiny answered with status 401'],
    ['breaks', { fails: 500 }, {}, 'openai-compatible:tiny answered with status 500'],
    ['is silent', { hangs: true }, { timeoutMs: 200 }, 'openai-compatible:tiny did not answer in time'],
    ['talks', { says: 'I am sorry, aubergine.' }, {}, 'openai-compatible:tiny answered without JSON'],
    [
      'answers something else',
      { says: '{"aubergine": 1}' },
      {},
      'openai-compatible:tiny answered in an unexpected format',
    ],
    ['sends garbage', { raw: '<html>aubergine' }, {}, 'openai-compatible:tiny sent an unreadable response'],
  ] as const)(
    '[CON3] rules extract when the model %s, and the reason quotes nothing',
    async (_, turn, more, reason) => {
      const server = await useChatServer(turn)
      const found = await extract(episode, { languageModel: modelAt(server, more) })
      expect(found).toEqual({ ...(await byRules()), by: 'rules', reason })
      expect(reason).not.toContain('aubergine')
    },
  )

  test('[CON3] rules extract when nobody listens', async () => {
    const found = await extract(episode, { languageModel: modelAt({ baseUrl: 'http://127.0.0.1:9/v1' }) })
    expect(found).toMatchObject({ by: 'rules', reason: 'openai-compatible:tiny could not be reached' })
  })

  test.each(['openai', 'anthropic', 'google', 'mistral', 'groq'])(
    '[CON3] rules extract when the package for %s is missing, and the reason says what to install',
    async (provider) => {
      const languageModel = modelAt({ baseUrl: 'http://127.0.0.1:9' }, { provider })
      const reason = `WW_LLM needs the package @ai-sdk/${provider}: npm install ai @ai-sdk/${provider}`
      expect(await extract(episode, { languageModel })).toMatchObject({ by: 'rules', reason })
    },
  )

  test('[CON3] a model that has failed three times in a row is left alone for a while', async () => {
    let now = 0
    const server = await useChatServer({ fails: 400 }, { fails: 400 }, { fails: 400 }, says)
    const languageModel = withCircuitBreaker(modelAt(server), {
      failureThreshold: 3,
      resetTimeoutMs: 1000,
      now: () => now,
    })
    for (let time = 0; time < 5; time++)
      expect(await extract(episode, { languageModel })).toMatchObject({ by: 'rules' })
    expect(server.requests).toHaveLength(3)
    expect((await extract(episode, { languageModel })).reason).toMatch(
      /failed 3 times in a row and is not called for now$/,
    )
    now = 1000
    expect(await extract(episode, { languageModel })).toMatchObject({ by: 'model' })
  })

  test('[CON3] an answer ends the row: a model that fails now and then is not left alone', async () => {
    const fails = { fails: 400 }
    const server = await useChatServer(fails, fails, says, fails, fails, says)
    const languageModel = withCircuitBreaker(modelAt(server), {
      failureThreshold: 3,
      resetTimeoutMs: 1000,
      now: () => 0,
    })
    const by: string[] = []
    for (let time = 0; time < 6; time++) by.push((await extract(episode, { languageModel })).by)
    expect(by).toEqual(['rules', 'rules', 'model', 'rules', 'rules', 'model'])
    expect(server.requests).toHaveLength(6)
  })

  test('[CON3] whoever closes does not wait for the model', async () => {
    const server = await useChatServer({ hangs: true })
    const ending = new AbortController()
    setTimeout(() => ending.abort(), 100)
    const found = await extract(episode, {
      languageModel: modelAt(server, { timeoutMs: 600_000 }),
      signal: ending.signal,
    })
    expect(found).toMatchObject({ by: 'rules' })
  })
})
