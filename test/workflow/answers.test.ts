import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { type Executed, execute, openStream, post, readStream } from '../support/workflow-client.js'
import { storedIn } from '../support/workflow-database.js'
import { type GatedServer, useGatedServer } from '../support/workflow-server.js'
import { episodesOf, tell } from '../support/workflow-store.js'

const held = { user_input: 'Which holdfast does kelp cling to the rock with?', ask_clarifications: false }
const ok = { status: 'ok', message: 'AI answer recorded' }

async function answer(server: GatedServer, { workflow_id, message_id }: Executed, response: string, more: object = {}) {
  return post(server.url, 'ai-answer', { workflow_id, message_id, response, ...more })
}

describe('what the user was told', () => {
  const newFolder = useTemporaryFolders()

  async function start() {
    const dataDir = newFolder()
    const [memory] = await tell(dataDir, [{ text: 'A holdfast is what kelp clings to the rock with.' }])
    return { dataDir, memory, server: await useGatedServer({ dataDir }) }
  }
  const turnsIn = async (dataDir: string) =>
    (await storedIn(dataDir, 'turns')) as { memoryIds: string[]; userInput: string; answer: { response: string } }[]

  test('[WFL5] is refused for an unknown workflow, an unknown message, and a message of another workflow', async () => {
    const { server, dataDir } = await start()
    await server.release()
    const [one, other] = [await execute(server.url, held), await execute(server.url, held)]
    await readStream(server.url, one.workflow_id)
    await readStream(server.url, other.workflow_id)
    const unknownWorkflow = await answer(server, { ...one, workflow_id: randomUUID() }, 'Kelp.')
    expect(unknownWorkflow.status).toBe(404)
    expect(unknownWorkflow.body).toStrictEqual({ detail: expect.any(String), code: 'WORKFLOW_NOT_FOUND' })
    for (const message_id of [randomUUID(), other.message_id]) {
      const unknown = await answer(server, { ...one, message_id }, 'Kelp.')
      expect(unknown.status).toBe(404)
      expect(unknown.body).toStrictEqual({ detail: expect.any(String), code: 'MESSAGE_NOT_FOUND' })
    }
    expect((await turnsIn(dataDir)).map((turn) => turn.answer)).toEqual([null, null])
  })

  test('[WFL5] [RSB5] told while the run goes, it is kept and joined when it ends', async () => {
    const { server, dataDir, memory } = await start()
    const asked = await execute(server.url, held)
    expect((await answer(server, asked, 'Early.')).body).toStrictEqual(ok)
    expect(await turnsIn(dataDir)).toEqual([])
    await server.release()
    await readStream(server.url, asked.workflow_id)
    expect(await turnsIn(dataDir)).toMatchObject([{ memoryIds: [memory], answer: { response: 'Early.' } }])
    await expect
      .poll(() => episodesOf(dataDir))
      .toEqual(['User: Which holdfast does kelp cling to the rock with?\nAssistant: Early.'])
  })

  test('[WFL5] [RSB5] told again, it is overwritten, and there is one episode of it', async () => {
    const { server, dataDir, memory } = await start()
    await server.release()
    const asked = await execute(server.url, held)
    await readStream(server.url, asked.workflow_id)
    for (const response of ['First.', 'Second.', 'Second.']) {
      expect((await answer(server, asked, response, { reasoning: 'I looked.', tool_calls: '[]' })).body).toEqual(ok)
    }
    expect(await turnsIn(dataDir)).toMatchObject([
      { memoryIds: [memory], answer: { response: 'Second.', reasoning: 'I looked.', toolCalls: '[]' } },
    ])
    expect(await episodesOf(dataDir)).toEqual([
      'User: Which holdfast does kelp cling to the rock with?\nAssistant: Second.',
    ])
  })

  test('[WFL5] [RSB5] for a cancelled run it makes a turn without memories, told before or after', async () => {
    const { server, dataDir } = await start()
    for (const isEarly of [true, false]) {
      const asked = await execute(server.url, held)
      if (isEarly) await answer(server, asked, 'Early.')
      const stream = openStream(server.url, asked.workflow_id)
      await stream.opened
      stream.send({ command: 'cancel' })
      expect(await stream.closed).toBe(1000)
      if (!isEarly) expect((await answer(server, asked, 'Late.')).body).toEqual(ok)
    }
    const turns = (await turnsIn(dataDir)).map(({ memoryIds, answer: told }) => [memoryIds, told.response])
    expect(turns).toEqual(
      expect.arrayContaining([
        [[], 'Early.'],
        [[], 'Late.'],
      ]),
    )
    expect(turns).toHaveLength(2)
    await expect
      .poll(async () => (await episodesOf(dataDir)).sort())
      .toEqual([
        'User: Which holdfast does kelp cling to the rock with?\nAssistant: Early.',
        'User: Which holdfast does kelp cling to the rock with?\nAssistant: Late.',
      ])
  })

  test('[WFL5] while the question waits, it is kept as well', async () => {
    const { server, dataDir } = await start()
    await server.release()
    const asked = await execute(server.url, { user_input: "What's the best product?" })
    expect(asked.status).toBe('waiting_for_input')
    expect((await answer(server, asked, 'I cannot tell.')).body).toEqual(ok)
    await execute(server.url, { workflow_id: asked.workflow_id, user_input: 'For kelp', ask_clarifications: false })
    await readStream(server.url, asked.workflow_id)
    expect(await turnsIn(dataDir)).toMatchObject([{ answer: { response: 'I cannot tell.' } }])
  })
})
