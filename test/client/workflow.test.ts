import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '#ww/surfaces/client/index.js'
import { useServed } from '../support/access.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { type GatedServer, startGatedServer } from '../support/workflow-server.js'

const held = { user_input: 'What does holdfast mean?', ask_clarifications: false }

describe('a conversation', () => {
  const newFolder = useTemporaryFolders()
  let server: GatedServer
  const client = () => createClient({ url: server.url, WebSocket })
  beforeAll(async () => {
    server = await startGatedServer({ dataDir: newFolder() })
    await server.release()
    await client().call('remember', { text: 'The best product for hiking is the Alpine boot.' })
  })
  afterAll(() => server.crash())

  test('[WFL2] ask: is asked back, answers, and has the memories; then the answer is told', async () => {
    const { workflow, call } = client()
    const questions: string[] = []
    const asked = await workflow.ask("What's the best product?", {
      onQuestion: async (question) => {
        questions.push(question)
        return 'for hiking'
      },
    })
    expect(questions).toEqual([expect.stringContaining('best product')])
    const { workflow_id, message_id } = asked
    expect(asked).toMatchObject({
      status: 'completed',
      memories: [{ content: 'The best product for hiking is the Alpine boot.' }],
      reasoningbank_hits: [],
    })
    const told = await workflow.answer({ workflow_id, message_id, response: 'The Alpine boot it is.' })
    expect(told).toEqual({ status: 'ok', message: 'AI answer recorded' })
    const { memories } = await call('recall', { query: 'Alpine boot it is' })
    expect(memories.some(({ content }) => content.includes('The Alpine boot it is.'))).toBe(true)
  })

  test('[REC24] [REC25] other wordings go with the question, and what it answers with the answer', async () => {
    const { workflow, call } = client()
    await call('remember', { text: 'Dr. Okafor put me on ramipril, 5 mg every morning.' })
    const pills = 'Which blood pressure pills do I take?'
    const asked = await workflow.ask(pills, { also: ['Dr. Okafor ramipril 5 mg'] })
    expect(asked).toMatchObject({ status: 'completed', memories: [{ content: expect.stringContaining('ramipril') }] })
    const { workflow_id, message_id } = asked
    const answers = ['What does the doctor give me?']
    await workflow.answer({ workflow_id, message_id, response: 'Ramipril.', answers })
    const { memories } = await call('recall', { query: answers[0]! })
    const turn = memories.find(({ content }) => content === `User: ${pills}\nAssistant: Ramipril.`)
    expect(await call('get_memory', { id: turn!.id })).toMatchObject({
      answers: [{ question: answers[0], by: 'caller' }],
    })
    await expect(workflow.execute({ user_input: pills, also: [' '] })).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('also.0 must not be blank'),
    })
  })

  test('[WPL1] ask: nothing is asked back where nobody answers', async () => {
    expect(await client().workflow.ask("What's the best product?")).toMatchObject({ status: 'completed' })
  })

  test('[WFL2] ask: a question may be left waiting, and its answer goes on with it', async () => {
    const { workflow } = client()
    const asked = await workflow.ask("What's the best product?", { onQuestion: () => undefined })
    expect(asked).toMatchObject({ status: 'waiting_for_input', clarification_question: expect.any(String) })
    const { workflow_id, message_id } = asked
    expect(await workflow.ask('for hiking', { workflow_id })).toMatchObject({ status: 'completed', message_id })
  })

  test('[WFL7] ask: a message that fails is an error with its reason; one that is cancelled is told', async () => {
    const { workflow } = client()
    await expect(workflow.ask('Where is the breakwater?')).rejects.toMatchObject({
      code: 'internal_error',
      reason: expect.stringMatching(/^(?:SUBQUERY|RETRIEVAL)_ERROR$/),
    })
    await server.hold()
    const { workflow_id } = await workflow.ask('Where is the harbour?')
    const asking = workflow.ask('What does holdfast mean?', { workflow_id })
    await expect.poll(() => workflow.cancel(workflow_id), { timeout: 60_000 }).toMatchObject({ status: 'cancelled' })
    expect(await asking).toMatchObject({ status: 'cancelled', workflow_id })
    await server.release()
  })

  test('ask: gives up with its signal, and cancels nothing', async () => {
    const { workflow } = client()
    await server.hold()
    const { workflow_id } = await workflow.ask('Where is the harbour?')
    const stop = new AbortController()
    const asking = workflow.ask('What does holdfast mean?', { workflow_id, signal: stop.signal })
    asking.catch(() => undefined)
    const isBusy = () => workflow.execute({ ...held, workflow_id }).then(String, ({ reason }) => reason)
    await expect.poll(isBusy, { timeout: 60_000 }).toBe('WORKFLOW_BUSY')
    stop.abort()
    await expect(asking).rejects.toMatchObject({ code: 'timeout' })
    expect(await isBusy()).toBe('WORKFLOW_BUSY')
    await server.release()
  })

  test('ask: has the memories of its own message, though another was asked meanwhile', async () => {
    const { workflow } = client()
    await server.hold()
    let other: string | undefined
    const overtaken = createClient({
      url: server.url,
      WebSocket,
      async fetch(address, init) {
        const response = await fetch(address, init)
        if (other !== undefined || !String(address).endsWith('/execute')) return response
        const { workflow_id } = (await response.clone().json()) as { readonly workflow_id: string }
        for await (const { type } of workflow.follow(workflow_id)) if (type === 'complete') break
        // This one does not end while the first is waited for.
        other = (await workflow.execute({ ...held, workflow_id })).message_id
        return response
      },
    })
    const asked = await overtaken.workflow.ask('What is the best product for hiking?')
    expect(asked).toMatchObject({ status: 'completed', memories: expect.arrayContaining([expect.anything()]) })
    expect(asked.message_id).not.toBe(other)
    await server.release()
  })

  test('[WFL2] a busy conversation takes no message: that is an error with its reason', async () => {
    const { workflow } = client()
    await server.hold()
    const { workflow_id } = await workflow.execute(held)
    await expect(workflow.execute({ ...held, workflow_id })).rejects.toMatchObject({
      code: 'validation_error',
      reason: 'WORKFLOW_BUSY',
    })
    await server.release()
  })

  test('[WSS5] cancel: for everyone; what is over only tells its state', async () => {
    const { workflow } = client()
    await server.hold()
    const running = await workflow.execute(held)
    const { workflow_id, message_id } = running
    expect(await workflow.cancel(workflow_id)).toEqual({ message_id, status: 'cancelled' })
    expect(await workflow.cancel(workflow_id)).toEqual({ message_id, status: 'cancelled' })
    await server.release()
    const over = await workflow.ask('Where is the harbour?')
    expect(await workflow.cancel(over.workflow_id)).toEqual({ message_id: over.message_id, status: 'completed' })
    const { workflow_id: broken } = await workflow.execute({ ...held, user_input: 'Where is the breakwater?' })
    await expect.poll(() => workflow.cancel(broken)).toMatchObject({ status: 'failed' })
    await expect(workflow.cancel(crypto.randomUUID())).rejects.toMatchObject({ reason: 'WORKFLOW_NOT_FOUND' })
  })

  test('[COM2] [COM13] begins in the session and the project of the client, and stays there', async () => {
    const anna = createClient({ url: server.url, WebSocket, session: 'anna', project: 'boats' })
    await anna.call('remember', { text: 'The tender is called Tern.' })
    const ben = createClient({ url: server.url, WebSocket, session: 'ben', project: 'boats' })
    const question = 'How is the tender called?'
    const contentsFor = async ({ workflow }: typeof anna, workflow_id?: string) => {
      const asked = await workflow.ask(question, { ...(workflow_id === undefined ? {} : { workflow_id }) })
      if (asked.status !== 'completed') throw new Error(asked.status)
      return { contents: asked.memories.map(({ content }) => content), workflow_id: asked.workflow_id }
    }
    const hers = await contentsFor(anna)
    expect(hers.contents).toContain('The tender is called Tern.')
    expect((await contentsFor(ben)).contents).not.toContain('The tender is called Tern.')
    expect((await contentsFor(ben, hers.workflow_id)).contents).toContain('The tender is called Tern.')
    const preferences = { session_id: 'ben' }
    const asked = await anna.workflow.ask(question, { preferences })
    expect(asked).toMatchObject({ memories: [] })
  })
})

describe('[COM3] a key for reading', () => {
  const served = useServed()

  test('may follow, and not cancel', async () => {
    const server = await served.start({ env: { WW_AUTH: 'required' } })
    const of = async (role: 'read' | 'write') =>
      createClient({ url: server.url, WebSocket, key: (await server.create({ role })).token }).workflow
    const [writer, reader] = [await of('write'), await of('read')]
    const { workflow_id } = await writer.execute({ user_input: "What's the best product?" })
    for await (const { type } of reader.follow(workflow_id)) if (type === 'status') break
    await expect(reader.cancel(workflow_id)).rejects.toMatchObject({ code: 'forbidden', reason: 'FORBIDDEN' })
    expect(await writer.cancel(workflow_id)).toMatchObject({ status: 'cancelled' })
  })
})
