import { describe, expect, test } from 'vitest'
import type { WorkflowEvent } from '#ww/memory/workflow/stream/event.js'
import { run } from '../cli/ww.js'
import { hours } from '../support/memories.js'
import { type Mind, useMinds } from '../support/minds.js'
import { filesHolding } from '../support/traces.js'
import { type Executed, execute, openStream, post, readStream } from '../support/workflow-client.js'
import { storedIn } from '../support/workflow-database.js'
import { useGatedServer } from '../support/workflow-server.js'
import { tell } from '../support/workflow-store.js'

describe('how long a conversation is kept', () => {
  const minds = useMinds()

  async function follow(mind: Mind, workflowId: string, cursor: number | 'latest' | null): Promise<WorkflowEvent[]> {
    const stream = await mind.workflow.follow(workflowId, { cursor, finalOnly: false }, AbortSignal.timeout(10_000))
    const all: WorkflowEvent[] = []
    for await (const events of stream!.events) all.push(...events)
    return all
  }

  /** One round of what a server does besides. */
  async function tend(mind: Mind): Promise<void> {
    const ending = new AbortController()
    const tending = mind.workflow.maintain(ending.signal)
    // It looks again only after a second: by then the first look is done.
    await new Promise((resolve) => setTimeout(resolve, 500))
    ending.abort()
    await tending
  }

  test('[WFL8] [WSS2] a day after the end the events go; the end is replayed, as it was, and turns stay', async () => {
    const mind = minds.open()
    await mind.call('remember', { text: 'The anchor of the old ferry is stored in the boathouse.' })
    const ask = async (workflow_id?: string) => {
      const input = {
        user_input: 'Where is the anchor of the old ferry stored?',
        ask_clarifications: false,
        workflow_id,
      }
      const { answer } = await mind.workflow.execute(input)
      await mind.workflow.settled()
      return answer
    }
    const { workflow_id, message_id } = await ask()
    const first = await follow(mind, workflow_id, 0)
    mind.clock.advance(hours(23))
    const { message_id: second } = await ask(workflow_id)
    mind.clock.advance(hours(1))
    await tend(mind)
    const whole = await follow(mind, workflow_id, 0)
    expect(whole).toHaveLength(first.length * 2)

    mind.clock.advance(1)
    await tend(mind)
    const left = await follow(mind, workflow_id, 0)
    // Of the first run its end, with the ids, the times and the memories it had; of the second all.
    expect(left).toEqual([...first.slice(-2), ...whole.slice(first.length)])
    expect(left.map(({ id }) => id)).toEqual([3, 4, 5, 6, 7, 8])
    expect(await follow(mind, workflow_id, 3)).toEqual(left.slice(1))

    mind.clock.advance(hours(24))
    await tend(mind)
    expect(await follow(mind, workflow_id, 'latest')).toEqual(whole.slice(-2))
    expect(await follow(mind, workflow_id, null)).toEqual([...first.slice(-2), ...whole.slice(-2)])
    expect((await storedIn(mind.dataDir, 'turns')).map((turn) => turn.messageId)).toEqual(
      expect.arrayContaining([message_id, second]),
    )
    // And whoever answers it late is heard.
    await mind.workflow.answer({ workflow_id, message_id, response: 'In the boathouse.' })
  })

  test('[OPS4] what is forgotten is gone from events, outputs and turns, to the last byte of every file', async () => {
    const dataDir = minds.newFolder()
    const name = 'Xylothrandir'
    const text = `${name} repaired the greenhouse heater before the frost came.`
    const preferences = { session_id: 'garden' }
    await tell(dataDir, [
      { text, session_id: 'garden' },
      { text: 'The greenhouse heater was repaired before the frost of the year before.', session_id: 'garden' },
    ])
    const server = await useGatedServer({ dataDir })
    const other = await useGatedServer({ dataDir })
    await Promise.all([server.release(), other.release()])
    const question = 'Who repaired the greenhouse heater before the frost came?'
    const ask = async (more: object = {}): Promise<Executed> => {
      const asked = await execute(server.url, { user_input: question, ask_clarifications: false, preferences, ...more })
      expect(JSON.stringify(await readStream(other.url, asked.workflow_id))).toContain(name)
      return asked
    }
    const tellAnswer = ({ workflow_id, message_id }: Executed, response: string) =>
      post(server.url, 'ai-answer', {
        workflow_id,
        message_id,
        response,
        reasoning: `${name}?`,
        tool_calls: `saw ${name}`,
      })
    // Answered, not answered, answered with a correction that teaches, and one that was cancelled after its answer.
    const answered = await ask()
    await tellAnswer(answered, `${name} did.`)
    await ask()
    await tellAnswer(await ask({ workflow_id: answered.workflow_id }), `${name} did, before the frost.`)
    await server.hold()
    const cancelled = await execute(server.url, {
      user_input: `${question} A holdfast?`,
      ask_clarifications: false,
      preferences,
    })
    await tellAnswer(cancelled, `${name} again.`)
    const stream = openStream(server.url, cancelled.workflow_id)
    await stream.opened
    stream.send({ command: 'cancel' })
    await stream.closed
    await server.release()
    await expect.poll(() => storedIn(dataDir, 'turns')).toHaveLength(4)
    expect(filesHolding([dataDir], [name])).not.toEqual([])

    const erased = await run(dataDir, ['forget', '--session-filter', 'garden', '--yes'], {
      env: { WW_DATA_DIR: dataDir },
    })
    expect(erased.code).toBe(0)
    expect(filesHolding([dataDir], [name])).toEqual([])
    // The streams go on from where they were, without it.
    const frames = await readStream(server.url, answered.workflow_id, '?cursor=0')
    expect(JSON.stringify(frames)).not.toContain(name)
    expect(frames.at(-1)?.type).toBe('complete')
    const next = await execute(server.url, {
      user_input: question,
      ask_clarifications: false,
      preferences,
      workflow_id: answered.workflow_id,
    })
    expect(JSON.stringify(await readStream(server.url, next.workflow_id))).not.toContain(name)
  })
})
