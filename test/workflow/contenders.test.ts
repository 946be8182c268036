import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { type Answer, execute, openStream, post, readStream } from '../support/workflow-client.js'
import { storedIn } from '../support/workflow-database.js'
import { useGatedServer } from '../support/workflow-server.js'
import { episodesOf, lessonsOf } from '../support/workflow-store.js'

const held = { user_input: 'What does holdfast mean?', ask_clarifications: false }

function wonBy(answers: readonly Answer[]): Answer[] {
  for (const { status, body } of answers.filter((each) => each.status !== 200)) {
    expect(status).toBe(409)
    expect(body).toStrictEqual({ detail: expect.any(String), code: 'WORKFLOW_BUSY' })
  }
  return answers.filter(({ status }) => status === 200)
}

describe('several at one workflow', () => {
  const newFolder = useTemporaryFolders()

  test('[WFL2] of many who ask at once one wins, in one process and in two', async () => {
    const dataDir = newFolder()
    const [one, other] = [await useGatedServer({ dataDir }), await useGatedServer({ dataDir })]
    const { workflow_id, message_id } = await execute(one.url, { user_input: 'Where is the harbour of Ostende?' })
    await readStream(one.url, workflow_id)
    const messages = new Set([message_id])
    for (const urls of [[one.url], [one.url, other.url]]) {
      await Promise.all([one.hold(), other.hold()])
      const asking = Array.from({ length: 24 }, (_, at) =>
        post(urls[at % urls.length]!, 'execute', { ...held, workflow_id }),
      )
      const [winner, ...others] = wonBy(await Promise.all(asking))
      expect(others).toEqual([])
      expect(winner?.body).toMatchObject({ workflow_id, status: 'running' })
      messages.add(winner?.body.message_id as string)
      // Whoever asks while it runs is told so, by either.
      expect((await post(other.url, 'execute', { ...held, workflow_id })).body.code).toBe('WORKFLOW_BUSY')
      await Promise.all([one.release(), other.release()])
      await readStream(one.url, workflow_id)
    }
    expect(messages.size).toBe(3)
  })

  test('[WFL2] of two answers to one question one is taken', async () => {
    const dataDir = newFolder()
    const [one, other] = [await useGatedServer({ dataDir }), await useGatedServer({ dataDir })]
    const { workflow_id, message_id, status } = await execute(one.url, { user_input: "What's the best product?" })
    expect(status).toBe('waiting_for_input')
    const asking = Array.from({ length: 12 }, (_, at) =>
      post([one, other][at % 2]!.url, 'execute', { ...held, workflow_id, user_input: `For holdfast number ${at}` }),
    )
    const winners = wonBy(await Promise.all(asking))
    expect(winners.map(({ body }) => body.message_id)).toEqual([message_id])
    await Promise.all([one.release(), other.release()])
    await readStream(other.url, workflow_id)
  })

  test('[WFL5] many answers to one message at once are all taken, and one stays', async () => {
    const server = await useGatedServer({ dataDir: newFolder() })
    const { workflow_id, message_id } = await execute(server.url, held)
    const answers = Array.from({ length: 40 }, (_, at) => ({ workflow_id, message_id, response: `Answer ${at}.` }))
    const early = await Promise.all(answers.map((answer) => post(server.url, 'ai-answer', answer)))
    expect(new Set(early.map(({ status }) => status))).toEqual(new Set([200]))
    await server.release()
    await readStream(server.url, workflow_id)
    const late = await Promise.all(answers.map((answer) => post(server.url, 'ai-answer', answer)))
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('[WFL5] [RSB5] a hundred answers to one message, at two servers, are all taken, and there is one episode', async () => {
    const dataDir = newFolder()
    const [one, other] = [await useGatedServer({ dataDir }), await useGatedServer({ dataDir })]
    await Promise.all([one.release(), other.release()])
    const { workflow_id, message_id } = await execute(one.url, held)
    await readStream(one.url, workflow_id)
    const answers = Array.from({ length: 100 }, (_, at) => ({ workflow_id, message_id, response: `Answer ${at}.` }))
    const told = await Promise.all(answers.map((answer, at) => post([one, other][at % 2]!.url, 'ai-answer', answer)))
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await episodesOf(dataDir)).toHaveLength(1)
  })

  test('[RSB3] conversations that teach the same at once are all taken, and teach one lesson', async () => {
    const dataDir = newFolder()
    const server = await useGatedServer({ dataDir })
    await server.release()
    const taught = { user_input: 'Always run the linter before you commit.', ask_clarifications: false }
    const asked = await Promise.all(Array.from({ length: 40 }, () => execute(server.url, taught)))
    await Promise.all(asked.map(({ workflow_id }) => readStream(server.url, workflow_id)))
    const told = await Promise.all(
      asked.map(({ workflow_id, message_id }) =>
        post(server.url, 'ai-answer', { workflow_id, message_id, response: 'I will.' }),
      ),
    )
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await lessonsOf(dataDir)).toHaveLength(1)
  })

  test('[WFL4] who saw memories can answer, who saw complete can ask again, at once', async () => {
    const server = await useGatedServer({ dataDir: newFolder() })
    await server.release()
    let workflow_id: string | undefined
    for (let turn = 1; turn <= 10; turn++) {
      const asked = await execute(server.url, { ...held, user_input: `What is number ${turn}?`, workflow_id })
      workflow_id = asked.workflow_id
      const stream = openStream(server.url, workflow_id, '?from=latest')
      await stream.until(({ type }) => type === 'memories')
      const { message_id } = asked
      const told = await post(server.url, 'ai-answer', { workflow_id, message_id, response: `It is ${turn}.` })
      expect(told.status).toBe(200)
      await stream.until(({ type }) => type === 'complete')
    }
  })

  test('[WSS5] who cancels while a question is planned ends that run, and the next one is not touched by its plan', async () => {
    const dataDir = newFolder()
    const server = await useGatedServer({ dataDir })
    const first = await execute(server.url, { user_input: 'Where is the harbour of Ostende?' })
    await readStream(server.url, first.workflow_id)
    const { workflow_id } = first
    // It may be asked back, so the probe of its planning stands at the gate.
    const planned = post(server.url, 'execute', { workflow_id, user_input: 'What does holdfast mean for the harbour?' })
    await expect.poll(() => storedIn(dataDir, 'runs')).toHaveLength(2)
    const stream = openStream(server.url, workflow_id)
    await stream.opened
    stream.send({ command: 'cancel' })
    expect(await stream.closed).toBe(1000)
    expect(stream.frames.at(-1)).toMatchObject({ type: 'status', data: { status: 'cancelled' } })
    const next = await execute(server.url, { ...held, workflow_id })
    await server.release()
    const { status, body } = await planned
    expect(status).toBe(200)
    expect(body).toMatchObject({ workflow_id, status: 'cancelled', clarification_question: null })
    const frames = await readStream(server.url, workflow_id, '?from=latest')
    expect(new Set(frames.map(({ message_id }) => message_id))).toEqual(new Set([next.message_id]))
    expect(JSON.stringify(frames)).not.toContain('for the harbour')
    expect(frames.map(({ type }) => type)).toEqual(['progress', 'progress', 'memories', 'complete'])
  })
})
