import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute, openStream, post, readStream, typesOf } from '../support/workflow-client.js'
import { startWorkflowServer, type WorkflowServer } from '../support/workflow-server.js'
import { tell } from '../support/workflow-store.js'

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** A whole second has no fraction. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/

/** The seed's words: what each answer has, and nothing else. */
const executed = (status: string, question: string | null) => ({
  workflow_id: expect.stringMatching(uuid4),
  message_id: expect.stringMatching(uuid4),
  status,
  clarification_question: question,
  message: expect.any(String),
})

describe('the flows of the workflow door', () => {
  const newFolder = useTemporaryFolders()
  let server: WorkflowServer
  beforeAll(async () => {
    const dataDir = newFolder()
    await tell(dataDir, [
      { text: 'The kettle in the office kitchen is descaled with vinegar every month.', tags: ['kitchen'] },
      { text: 'Marta keeps the spare keys of the office kitchen in the blue drawer.' },
      { text: 'The deployment to the staging cluster runs every night at two.' },
    ])
    server = await startWorkflowServer({ dataDir })
  })
  afterAll(() => server.crash())

  test('[WFL2] [WFL4] [WSS1] flow 1: asked, followed, told the memories, answered', async () => {
    const asked = await post(server.url, 'execute', { user_input: 'How is the kettle in the office kitchen descaled?' })
    expect(asked.status).toBe(201)
    expect(asked.body).toStrictEqual(executed('running', null))
    const { workflow_id, message_id } = asked.body as { workflow_id: string; message_id: string }

    const frames = await readStream(server.url, workflow_id)
    expect(typesOf(frames)).toEqual([...frames.slice(0, -2).map(() => 'progress'), 'memories', 'complete'])
    expect(frames.length).toBeGreaterThan(2)
    expect(frames.map(({ id }) => id)).toEqual(frames.map((_, at) => at + 1))
    for (const frame of frames) {
      expect(frame).toMatchObject({ message_id, message: expect.any(String), timestamp: expect.stringMatching(time) })
      const extra = frame.data === undefined ? [] : ['data']
      expect(Object.keys(frame).sort()).toEqual(['id', 'message', 'message_id', 'timestamp', 'type', ...extra].sort())
    }
    const [memories, complete] = frames.slice(-2)
    expect(memories).toMatchObject({ message: 'Memories retrieved' })
    expect(complete).toMatchObject({ message: 'Workflow finished' })
    expect(complete).not.toHaveProperty('data')
    const data = memories!.data as { memories: Record<string, unknown>[]; reasoningbank_hits: unknown[] }
    expect(Object.keys(data)).toEqual(['memories', 'reasoningbank_hits'])
    expect(data.memories[0]).toStrictEqual({
      id: expect.any(String),
      content: 'The kettle in the office kitchen is descaled with vinegar every month.',
      type: 'episode',
      score: expect.any(Number),
      tags: ['kitchen'],
      created_at: expect.stringMatching(time),
      updated_at: expect.stringMatching(time),
      session_id: 'default',
      subqueries_matched: expect.arrayContaining(['How is the kettle in the office kitchen descaled?']),
      relations: expect.any(Array),
    })

    const told = await post(server.url, 'ai-answer', { workflow_id, message_id, response: 'With vinegar, monthly.' })
    expect(told.status).toBe(200)
    expect(told.body).toStrictEqual({ status: 'ok', message: 'AI answer recorded' })
  })

  test('[WFL2] [WFL7] [WPL2] flow 2: asked back, answered under the same message, followed', async () => {
    const asked = await post(server.url, 'execute', { user_input: "What's the best product?" })
    expect(asked.status).toBe(201)
    expect(asked.body).toStrictEqual(executed('waiting_for_input', expect.stringMatching(/\?$/)))
    const { workflow_id, message_id, clarification_question } = asked.body as Record<string, string>

    const stream = openStream(server.url, workflow_id!)
    const waiting = await stream.until(({ type }) => type === 'status')
    expect(waiting.data).toEqual({ status: 'waiting_for_input', clarification_question })

    const answered = await post(server.url, 'execute', { workflow_id, user_input: 'For descaling the kettle' })
    expect(answered.status).toBe(200)
    expect(answered.body).toStrictEqual({ ...executed('running', null), workflow_id, message_id })
    expect(await stream.closed).toBe(1000)
    expect(typesOf(stream.frames.slice(-2))).toEqual(['memories', 'complete'])
    expect(new Set(stream.frames.map((frame) => frame.message_id))).toEqual(new Set([message_id]))
  })

  test('[WFL2] flow 3: the next question of the conversation has a message of its own', async () => {
    const first = await execute(server.url, { user_input: 'When does the deployment to staging run?' })
    await readStream(server.url, first.workflow_id)
    const next = await post(server.url, 'execute', {
      workflow_id: first.workflow_id,
      user_input: 'Where are the spare keys of the office kitchen?',
    })
    expect(next.status).toBe(200)
    expect(next.body).toStrictEqual({ ...executed('running', null), workflow_id: first.workflow_id })
    expect(next.body.message_id).not.toBe(first.message_id)
    const frames = await readStream(server.url, first.workflow_id, '?from=latest')
    expect(new Set(frames.map((frame) => frame.message_id))).toEqual(new Set([next.body.message_id]))
    expect(JSON.stringify(frames)).toContain('blue drawer')
  })

  test('[WFL2] null for a workflow is a new one; an unknown one is 404', async () => {
    const none = await post(server.url, 'execute', { user_input: 'Where are the keys?', workflow_id: null })
    expect(none.status).toBe(201)
    const unknown = await post(server.url, 'execute', { user_input: 'Where are the keys?', workflow_id: randomUUID() })
    expect(unknown.status).toBe(404)
    expect(unknown.body).toStrictEqual({ detail: expect.any(String), code: 'WORKFLOW_NOT_FOUND' })
  })

  test('[WPL1] who does not want to be asked is not', async () => {
    const asked = await execute(server.url, { user_input: "What's the best product?", ask_clarifications: false })
    expect(asked).toMatchObject({ status: 'running', clarification_question: null })
  })

  test('[COM8] the server tells that it lives and that its store answers', async () => {
    for (const path of ['live', 'ready']) {
      const response = await fetch(`${server.url}/health/${path}`)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: path === 'live' ? 'ok' : 'ready' })
    }
  })
})
