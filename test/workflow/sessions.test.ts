import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FinalOutput } from '#ww/memory/workflow/retrieval/final-output.js'
import { useMinds } from '../support/minds.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute, type Frame, post, readStream } from '../support/workflow-client.js'
import { startWorkflowServer, useGatedServer, type WorkflowServer } from '../support/workflow-server.js'
import { episodesOf, tell } from '../support/workflow-store.js'

const question = { user_input: 'Where is the anchor of the old ferry stored?', ask_clarifications: false }
const where = (place: string) => `The anchor of the old ferry is stored in the ${place}.`

const contentsIn = (frames: readonly Frame[]): string[] => {
  const { data } = frames.find(({ type }) => type === 'memories') ?? {}
  return ((data?.memories ?? []) as { content: string }[]).map(({ content }) => content).sort()
}

describe('whose memories a workflow sees', () => {
  const newFolder = useTemporaryFolders()
  const dataDir = newFolder()
  let server: WorkflowServer
  beforeAll(async () => {
    await tell(dataDir, [
      { text: where('boathouse'), session_id: 'anna' },
      { text: where('cellar'), session_id: 'ben' },
      { text: where('attic'), session_id: 'ben', project: 'ferries' },
    ])
    server = await startWorkflowServer({ dataDir, env: { WW_PROJECT: 'where-the-server-runs' } })
  })
  afterAll(() => server.crash())

  async function found(
    preferences: object,
    workflow_id?: string,
  ): Promise<{ contents: string[]; workflow_id: string }> {
    const asked = await execute(server.url, { ...question, preferences, workflow_id })
    return { contents: contentsIn(await readStream(server.url, asked.workflow_id)), workflow_id: asked.workflow_id }
  }

  test('[COM3] a session that is named sees its own memories and no other', async () => {
    expect((await found({ session_id: 'anna' })).contents).toEqual([where('boathouse')])
    expect((await found({ session_id: 'ben' })).contents).toEqual([where('attic'), where('cellar')])
    expect((await found({ session_id: 'carla' })).contents).toEqual([])
  })

  test('[COM3] without a name it is the server’s session, and the default one sees all', async () => {
    expect((await found({})).contents).toEqual([where('attic'), where('boathouse'), where('cellar')])
    const { contents } = await found({ session_id: null })
    expect(contents).toHaveLength(3)
    const anna = await startWorkflowServer({ dataDir, env: { WW_SESSION_ID: 'anna' } })
    const asked = await execute(anna.url, question)
    expect(contentsIn(await readStream(anna.url, asked.workflow_id))).toEqual([where('boathouse')])
    await anna.crash()
  })

  test('[COM3] [COM13] the project comes from the preferences alone', async () => {
    const all = await found({ session_id: 'ben', project: '*' })
    expect(all.contents).toEqual([where('attic'), where('cellar')])
    expect((await found({ session_id: 'ben', project: 'ferries' })).contents).toHaveLength(2)
    expect((await found({ session_id: 'ben', project: 'trams' })).contents).toEqual([where('cellar')])
  })

  test('[COM3] [WFL3] a conversation keeps its session, and what it is told stays there', async () => {
    const { workflow_id } = await found({ session_id: 'dora' })
    const again = await execute(server.url, { ...question, workflow_id })
    expect(contentsIn(await readStream(server.url, workflow_id))).toEqual([])
    const { message_id } = again
    await post(server.url, 'ai-answer', { workflow_id, message_id, response: 'Nobody told me yet.' })
    expect(await episodesOf(dataDir, 'dora')).toEqual([`User: ${question.user_input}\nAssistant: Nobody told me yet.`])
    expect(await episodesOf(dataDir, 'default')).toEqual([])
    // What dora was told is dora's alone.
    expect((await found({ session_id: 'anna' })).contents).toEqual([where('boathouse')])
  })
})

describe('what a retrieved memory is related to', () => {
  const minds = useMinds()

  test('[COM3] [WPL5] only what the caller sees is named, whoever related it', async () => {
    const mind = minds.open()
    const create = async (name: string, session_id: string) => {
      const summary = `${name} is kept by the ferry company.`
      return (await mind.call('create_entity', { name, entity_type: 'CONCEPT', summary, session_id })).id
    }
    const [anchor, rope, chain] = [
      await create('Anchor', 'anna'),
      await create('Rope', 'anna'),
      await create('Chain', 'ben'),
    ]
    for (const target_id of [rope, chain]) {
      await mind.call('create_relation', { source_id: anchor, target_id, relation_type: 'USES' })
    }
    const related = async (preferences: object) => {
      const user_input = 'Which anchor is kept by the ferry company?'
      const { answer } = await mind.workflow.execute({ user_input, ask_clarifications: false, preferences })
      await mind.workflow.settled()
      const query = { cursor: 0, finalOnly: true }
      const stream = await mind.workflow.follow(answer.workflow_id, query, AbortSignal.timeout(10_000))
      for await (const [event] of stream!.events) {
        const { memories } = event!.data as unknown as FinalOutput
        return memories.find(({ id }) => id === anchor)?.relations.map(({ target_id }) => target_id)
      }
      return undefined
    }
    expect(await related({ session_id: 'anna' })).toEqual([rope])
    expect((await related({}))?.sort()).toEqual([rope, chain].sort())
  })
})

describe('how often a session may call', () => {
  const newFolder = useTemporaryFolders()
  const limited = (limit: string) => useGatedServer({ dataDir: newFolder(), env: { WW_RATE_LIMIT: limit } })
  const headersOf = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))

  test('[COM10] [COM8] every POST counts, valid or not; one too many is 429, and says how long to wait', async () => {
    const server = await limited('3')
    const before = Date.now()
    const first = await post(server.url, 'execute', question)
    expect([first.status, ...headersOf(first)]).toEqual([201, '3', '2', expect.stringMatching(/^\d{10}$/)])
    const resetMs = Number(first.headers.get('x-ratelimit-reset')) * 1000
    expect(resetMs).toBeGreaterThanOrEqual(before + 60_000)
    expect(first.headers.get('retry-after')).toBeNull()
    const second = await post(server.url, 'execute', { user_input: '' })
    expect([second.status, ...headersOf(second)]).toEqual([400, '3', '1', String(resetMs / 1000)])
    const third = await post(server.url, 'ai-answer', [])
    expect([third.status, ...headersOf(third)]).toEqual([400, '3', '0', String(resetMs / 1000)])
    for (let call = 0; call < 5; call++) {
      const refused = await post(server.url, 'execute', question)
      expect(refused.status).toBe(429)
      expect(refused.body).toStrictEqual({
        detail: expect.stringMatching(/^Rate limit exceeded for session '/),
        code: 'RATE_LIMITED',
      })
      expect(headersOf(refused).slice(0, 2)).toEqual(['3', '0'])
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    // Refused calls were not counted: when the window has passed, all of it is free.
    await server.advanceClock(60_000)
    expect(headersOf(await post(server.url, 'execute', question)).slice(0, 2)).toEqual(['3', '2'])
    expect((await fetch(`${server.url}/health/live`)).headers.get('x-ratelimit-limit')).toBeNull()
  })

  test('[COM10] [COM3] a session that is named counts for itself, also when only its workflow names it', async () => {
    const server = await limited('2')
    const named = { ...question, preferences: { session_id: 'anna' } }
    const asked = await post(server.url, 'execute', named)
    expect(asked.headers.get('x-ratelimit-remaining')).toBe('1')
    const { workflow_id, message_id } = asked.body
    const told = await post(server.url, 'ai-answer', { workflow_id, message_id, response: 'There.' })
    expect([told.status, told.headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
    expect((await post(server.url, 'execute', { ...question, workflow_id })).status).toBe(429)
    expect((await post(server.url, 'execute', named)).status).toBe(429)
    // The server's own session has not called yet; a name that cannot be one counts for it.
    expect((await post(server.url, 'execute', question)).headers.get('x-ratelimit-remaining')).toBe('1')
    const odd = await post(server.url, 'execute', { ...question, preferences: { session_id: 'x'.repeat(1_000) } })
    expect([odd.status, odd.headers.get('x-ratelimit-remaining')]).toEqual([400, '0'])
    expect((await post(server.url, 'execute', question)).status).toBe(429)
    expect((await post(server.url, 'execute', { ...question, preferences: { session_id: 'ben' } })).status).toBe(201)
  })

  test('[COM10] 0 is no limit, and no headers', async () => {
    const server = await limited('0')
    const asked = await post(server.url, 'execute', question)
    expect([asked.status, ...headersOf(asked)]).toEqual([201, null, null, null])
  })
})
