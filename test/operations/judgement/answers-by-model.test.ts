import { describe, expect, test } from 'vitest'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { answerInBackground } from '#ww/app/memory/answer-in-background.js'
import { addAnswers } from '#ww/operations/answering/add-answers.js'
import type { LanguageModel } from '#ww/ports/language-model.js'
import { type ChatServer, useChatServer } from '../../support/chat-server.js'
import { days } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'
import { others, tell } from './notes.js'

const pills = 'Dr. Okafor put me on ramipril, 5 mg every morning.'
const asked = 'Which blood pressure pills do I take?'

const nothing = () => {}
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing }

interface Sent {
  readonly memories: readonly { readonly memory: number; readonly text: string }[]
}

/** A model that gives these questions to the texts that it knows, and none to others. */
function scripted(questions: Readonly<Record<string, unknown>>, sent: string[][] = []): LanguageModel {
  return {
    name: 'scripted',
    async generateObject({ prompt }) {
      const { memories } = JSON.parse(prompt) as Sent
      sent.push(memories.map(({ text }) => text))
      return { memories: memories.map(({ memory, text }) => ({ memory, questions: questions[text] ?? [] })) }
    },
  }
}

describe('a language model adds answers', () => {
  const minds = useMinds()
  const signal = AbortSignal.timeout(600_000)

  const contextOf = ({ dataDir, clock }: Mind) => ({
    memories: minds.openStore(dataDir),
    embedder: createStaticEmbedder(),
    tokenSpace: openStaticTokenSpace,
    clock,
  })
  function steps(mind: Mind, model: LanguageModel, perDay = 1_000) {
    const context = contextOf(mind)
    return () => addAnswers({ model, perDay, signal }, context)
  }
  const answersOf = async (mind: Mind, id: string) => (await mind.call('get_memory', { id })).answers

  test('[REC25] to memories that have none, marked as the model’s, and they are found by them', async () => {
    const mind = minds.open()
    const given = { text: 'Ben repaired the bicycle chain.', answers: ['Who mends bikes?'] }
    const [id, own] = await tell(mind, [pills, given, others[2]!])
    const sent: string[][] = []
    const step = steps(mind, scripted({ [pills]: [asked, asked, ' Who is\nmy doctor? '] }, sent))
    while (await step());
    expect(sent).toEqual([[pills, others[2]]])
    expect(await answersOf(mind, id!)).toEqual([
      { question: asked, by: 'model' },
      { question: 'Who is my doctor?', by: 'model' },
    ])
    expect(await answersOf(mind, own!)).toEqual([{ question: 'Who mends bikes?', by: 'caller' }])
    expect((await mind.call('recall', { query: 'blood pressure pills', min_relevance: 0.3 })).memories).toMatchObject([
      { id, content: pills },
    ])
  })

  test('[REC25] not for secrets, stored questions, small talk and what is no longer true', async () => {
    const mind = minds.open()
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
    const quiet = [`The deploy key is ${token} since Monday.`, 'Which port does the staging server use?', 'Thank you!']
    const [, , , old] = await tell(mind, [...quiet, 'The office of the company is in Hamburg.'])
    await mind.call('remember', { text: pills, replaces: [old!] })
    const sent: string[][] = []
    const step = steps(mind, scripted({}, sent))
    while (await step());
    expect(sent).toEqual([[pills]])
  })

  test('[REC25] eight at a time, at most so many a day, and goes on where it stopped', async () => {
    const mind = minds.open()
    await tell(
      mind,
      Array.from({ length: 12 }, (_, number) => `Shelf ${number} holds the red folder of the harbour.`),
    )
    const sent: string[][] = []
    const model = scripted({}, sent)
    const step = steps(mind, model, 10)
    while (await step());
    expect(sent.map(({ length }) => length)).toEqual([8, 2])
    mind.clock.advance(days(1))
    const other = steps(mind, model, 10)
    while (await other());
    expect(sent.map(({ length }) => length)).toEqual([8, 2, 2])
    expect(new Set(sent.flat()).size).toBe(12)
  })

  test('[REC25] what it says is checked; a reply of another form changes nothing and is not asked for again', async () => {
    const mind = minds.open()
    const [id] = await tell(mind, [pills])
    const nonsense = { name: 'nonsense', generateObject: async () => 'no idea' }
    await expect(steps(mind, nonsense)()).rejects.toThrow('nonsense returned no usable questions')
    expect(await steps(mind, nonsense)()).toBe(false)
    expect(await answersOf(mind, id!)).toBeUndefined()
    const [next] = await tell(mind, [others[0]!])
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
    await steps(mind, scripted({ [others[0]!]: ['', 7, 'x'.repeat(201), `What is ${token}?`, 'Was it paid?'] }))()
    expect(await answersOf(mind, next!)).toEqual([{ question: 'Was it paid?', by: 'model' }])
  })

  test('[REC25] a failure changes nothing, is logged once, and is over when the model answers again', async () => {
    const mind = minds.open()
    const [id] = await tell(mind, [pills])
    let calls = 0
    const working = scripted({ [pills]: [asked] })
    const recovering: LanguageModel = {
      name: 'recovering',
      generateObject: (request) => (++calls < 4 ? Promise.reject(new Error(pills)) : working.generateObject(request)),
    }
    const warnings: unknown[] = []
    const log = { ...silent, warn: (message: string, fields?: object) => void warnings.push([message, fields]) }
    const ending = new AbortController()
    const running = answerInBackground(
      { model: recovering, perDay: 10, signal: ending.signal },
      { ...contextOf(mind), log },
      { everyMs: 1, afterFailureMs: 1 },
    )
    await expect.poll(() => answersOf(mind, id!)).toEqual([{ question: asked, by: 'model' }])
    ending.abort()
    await running
    expect(warnings).toEqual([[expect.any(String), { reason: 'recovering failed' }]])
  })

  test('[REC25] over the provider’s protocol, in the background; closing does not wait for it', async () => {
    const mind = minds.open()
    const [id] = await tell(mind, [pills])
    await mind.close()
    const open = ({ baseUrl }: ChatServer) => {
      const languageModel = { provider: 'openai-compatible', model: 'tiny', baseUrl, timeoutMs: 3_600_000 }
      return minds.open({ dataDir: mind.dataDir, clock: mind.clock, languageModel })
    }
    const hanging = await useChatServer({ hangs: true })
    const without = open(hanging)
    await without.warmUp()
    await expect.poll(() => hanging.requests.length).toBe(1)
    expect((await without.call('recall', { query: asked, min_relevance: 0 })).memories).toMatchObject([{ id }])
    expect(await answersOf(without, id!)).toBeUndefined()
    await without.close()
    const server = await useChatServer({ says: JSON.stringify({ memories: [{ memory: 1, questions: [asked] }] }) })
    const answered = open(server)
    await answered.warmUp()
    await expect.poll(() => answersOf(answered, id!)).toEqual([{ question: asked, by: 'model' }])
    expect(JSON.parse(server.requests[0]!.body.messages.at(-1)!.content)).toEqual({
      memories: [{ memory: 1, text: pills }],
    })
  })
})
