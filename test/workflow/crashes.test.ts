import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute, openStream, post, readStream, typesOf } from '../support/workflow-client.js'
import { storedIn } from '../support/workflow-database.js'
import { useGatedServer, useWorkflowServer } from '../support/workflow-server.js'
import { episodesOf } from '../support/workflow-store.js'

const held = { user_input: 'What does holdfast mean?', ask_clarifications: false }
/** Longer than any lease. */
const minuteMs = 60_000

describe('a server that is gone', () => {
  const newFolder = useTemporaryFolders()

  test('[WFL6] killed while it worked: another server fails the run, tells it, and takes the next question', async () => {
    const dataDir = newFolder()
    const [worker, other] = [await useGatedServer({ dataDir }), await useGatedServer({ dataDir })]
    const { workflow_id, message_id } = await execute(worker.url, held)
    const stream = openStream(other.url, workflow_id)
    await stream.opened
    await worker.crash()
    // Until its lease lapses nobody can know that it is dead.
    expect((await post(other.url, 'execute', { ...held, workflow_id })).status).toBe(409)
    await other.advanceClock(minuteMs)
    expect(await stream.closed).toBe(1000)
    expect(stream.frames.at(-1)).toMatchObject({
      type: 'error',
      message_id,
      message: expect.any(String),
      data: { code: 'SERVER_RESTART' },
    })
    expect(typesOf(stream.frames)).toEqual(['progress', 'progress', 'error'])
    expect(await readStream(other.url, workflow_id)).toEqual(stream.frames)
    await other.release()
    const next = await execute(other.url, { ...held, workflow_id })
    expect(next.message_id).not.toBe(message_id)
    expect(typesOf(await readStream(other.url, workflow_id)).slice(-2)).toEqual(['memories', 'complete'])
  })

  test('[WFL6] killed while it planned: who asks next is not told that it is busy for ever', async () => {
    const dataDir = newFolder()
    const worker = await useGatedServer({ dataDir })
    const asking = post(worker.url, 'execute', { user_input: 'What does holdfast mean?' }).catch(() => undefined)
    await expect.poll(() => storedIn(dataDir, 'runs')).toHaveLength(1)
    await worker.crash()
    await asking
    const other = await useGatedServer({ dataDir })
    const [{ id }] = (await storedIn(dataDir, 'workflows')) as [{ id: string }]
    await other.advanceClock(minuteMs)
    // The asking itself settles it, before any tending.
    const next = await post(other.url, 'execute', { ...held, workflow_id: id })
    expect(next.status).toBe(200)
    expect(await storedIn(dataDir, 'runs')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ failure: expect.objectContaining({ code: 'SERVER_RESTART' }) }),
      ]),
    )
  })

  test('[WFL6] [WSS5] one that was only asleep finds its run in other hands, and throws its result away', async () => {
    const dataDir = newFolder()
    const [sleeper, other] = [await useGatedServer({ dataDir }), await useGatedServer({ dataDir })]
    const { workflow_id } = await execute(sleeper.url, held)
    sleeper.process.kill('SIGSTOP')
    await other.advanceClock(minuteMs)
    expect(typesOf(await readStream(other.url, workflow_id)).at(-1)).toBe('error')
    sleeper.process.kill('SIGCONT')
    await sleeper.release()
    // What it does next comes after what it was late with.
    const later = await execute(sleeper.url, { user_input: 'Where is the harbour?', ask_clarifications: false })
    await readStream(sleeper.url, later.workflow_id)
    const [run] = ((await storedIn(dataDir, 'runs')) as { workflowId: string; status: string }[]).filter(
      (each) => each.workflowId === workflow_id,
    )
    expect(run).toMatchObject({ status: 'failed', failure: { code: 'SERVER_RESTART' }, output: null })
    expect(typesOf(await readStream(sleeper.url, workflow_id))).toEqual(['progress', 'progress', 'error'])
  })

  test('[WFL6] a lease is renewed while the work goes on', async () => {
    const dataDir = newFolder()
    const server = await useGatedServer({ dataDir })
    await execute(server.url, held)
    const leased = async () => {
      const [run] = (await storedIn(dataDir, 'runs')) as [{ lease: { until: number } }]
      return run.lease.until
    }
    const first = await leased()
    await expect.poll(leased, { timeout: 60_000, interval: 200 }).not.toBe(first)
  })

  test('[WFL5] [RSB5] killed before an early answer became an episode: another server remembers it', async () => {
    const dataDir = newFolder()
    const worker = await useGatedServer({ dataDir })
    const asked = await execute(worker.url, { user_input: "What's the best product?" })
    const { workflow_id, message_id } = asked
    expect(asked.status).toBe('waiting_for_input')
    // The answer stands at the gate, where the question does not.
    expect((await post(worker.url, 'ai-answer', { workflow_id, message_id, response: 'A keepsake.' })).status).toBe(200)
    await execute(worker.url, { workflow_id, user_input: 'For kelp', ask_clarifications: false })
    expect(typesOf(await readStream(worker.url, workflow_id)).at(-1)).toBe('complete')
    await worker.crash()
    expect(await episodesOf(dataDir)).toEqual([])
    const other = await useGatedServer({ dataDir })
    await other.release()
    // The next question may come first.
    await execute(other.url, { workflow_id, user_input: 'Where is the harbour?', ask_clarifications: false })
    await other.advanceClock(minuteMs)
    const episode = [
      expect.stringMatching(
        /^User: What's the best product\?\nAssistant: .*\nUser: For kelp\nAssistant: A keepsake\.$/,
      ),
    ]
    await expect.poll(() => episodesOf(dataDir), { timeout: 60_000 }).toEqual(episode)
    // Once, whoever looks again.
    const isOwed = async () => JSON.stringify(await storedIn(dataDir, 'runs')).includes('"remembering":{')
    await expect.poll(isOwed).toBe(false)
    await other.advanceClock(minuteMs)
    const later = await execute(other.url, { user_input: 'Where is the harbour?', ask_clarifications: false })
    await readStream(other.url, later.workflow_id)
    expect(await episodesOf(dataDir)).toEqual(episode)
  })

  test('[WFL6] a question that waits survives every restart', async () => {
    const dataDir = newFolder()
    const first = await useWorkflowServer({ dataDir })
    const asked = await execute(first.url, { user_input: "What's the best product?" })
    expect(asked.status).toBe('waiting_for_input')
    await first.crash()
    const second = await useGatedServer({ dataDir })
    await second.advanceClock(30 * 24 * 60 * minuteMs)
    await second.release()
    const stream = openStream(second.url, asked.workflow_id)
    const waiting = await stream.until(({ type }) => type === 'status')
    expect(waiting.data).toMatchObject({ clarification_question: asked.clarification_question })
    const answer = { workflow_id: asked.workflow_id, user_input: 'For kelp', ask_clarifications: false }
    const answered = await post(second.url, 'execute', answer)
    expect(answered.status).toBe(200)
    expect(answered.body.message_id).toBe(asked.message_id)
    expect(await stream.closed).toBe(1000)
    expect(typesOf(stream.frames).slice(-2)).toEqual(['memories', 'complete'])
  })
})
