import { describe, expect, test } from 'vitest'
import type { Access } from '#ww/memory/access/access.js'
import { type Mind, useMinds } from '../support/minds.js'

const minds = useMinds()
const access = (given: Partial<Access> = {}): Access => ({ tenant: 'default', role: 'write', key: 'k', ...given })
const anna = access({ sessions: ['anna', 'ann-2'] })
const question = { user_input: 'Where is the anchor kept?', ask_clarifications: false }
const unknown = { code: 'WORKFLOW_NOT_FOUND' }

async function anchored(): Promise<Mind> {
  const mind = minds.open()
  for (const session_id of ['anna', 'carla']) {
    await mind.call('remember', { text: `The anchor is kept in the boathouse of ${session_id}.`, session_id })
  }
  return mind
}

/** All that a caller hears of a workflow. */
async function heard(mind: Mind, who: Access, workflowId: string): Promise<string | undefined> {
  const query = { cursor: 0, finalOnly: false }
  const stream = await mind.as(who).workflow.follow(workflowId, query, AbortSignal.timeout(10_000))
  if (stream === undefined) return undefined
  const told: unknown[] = []
  for await (const events of stream.events) told.push(...events)
  return JSON.stringify(told)
}

const answerOf = ({ workflow_id, message_id }: { workflow_id: string; message_id: string }) => ({
  workflow_id,
  message_id,
  response: 'In the boathouse.',
})

describe('[COM3] a key that is bound to sessions, at the workflow door', () => {
  test('begins conversations in its first session, and they stay there', async () => {
    const mind = await anchored()
    for (const preferences of [undefined, {}, { session_id: null }, { session_id: 'anna' }]) {
      const { answer } = await mind.as(anna).workflow.execute({ ...question, preferences })
      await mind.workflow.settled()
      const told = await heard(mind, anna, answer.workflow_id)
      expect(told).toContain('boathouse of anna')
      expect(told).not.toContain('carla')
      expect(await mind.workflow.sessionOf({ workflow_id: answer.workflow_id })).toBe('anna')
    }
  })

  test('is refused any other session, whether or not it exists', async () => {
    const mind = await anchored()
    const { workflow } = mind.as(anna)
    for (const session_id of ['carla', 'default', 'nobody']) {
      const asked = workflow.execute({ ...question, preferences: { session_id } })
      await expect(asked).rejects.toMatchObject({ code: 'forbidden' })
    }
    const { answer } = await workflow.execute(question)
    await mind.workflow.settled()
    const moving = { ...question, workflow_id: answer.workflow_id }
    for (const session_id of ['carla', null]) {
      const moved = workflow.execute({ ...moving, preferences: { session_id } })
      await expect(moved).rejects.toMatchObject({ code: 'forbidden' })
    }
    expect((await workflow.execute({ ...moving, preferences: { session_id: 'ann-2' } })).isNew).toBe(false)
  })

  test('knows no conversation of another session', async () => {
    const mind = await anchored()
    for (const preferences of [{ session_id: 'carla' }, {}]) {
      const { answer } = await mind.workflow.execute({ ...question, preferences })
      await mind.workflow.settled()
      const { workflow } = mind.as(anna)
      expect(await heard(mind, anna, answer.workflow_id)).toBeUndefined()
      await expect(workflow.cancel(answer.workflow_id)).rejects.toMatchObject(unknown)
      await expect(workflow.answer(answerOf(answer))).rejects.toMatchObject(unknown)
      await expect(workflow.execute({ ...question, workflow_id: answer.workflow_id })).rejects.toMatchObject(unknown)
      const mine = { ...question, workflow_id: answer.workflow_id, preferences: { session_id: 'anna' } }
      await expect(workflow.execute(mine)).rejects.toMatchObject(unknown)
      // The same as where there is none at all.
      const none = { ...question, workflow_id: crypto.randomUUID() }
      await expect(workflow.execute(none)).rejects.toMatchObject(unknown)
    }
  })

  test('does not read in its own session what a conversation was told in another', async () => {
    const mind = await anchored()
    const { answer } = await mind.workflow.execute({ ...question, preferences: { session_id: 'carla' } })
    await mind.workflow.settled()
    await mind.workflow.execute({ ...question, workflow_id: answer.workflow_id, preferences: { session_id: 'anna' } })
    await mind.workflow.settled()
    expect(await heard(mind, access(), answer.workflow_id)).toContain('boathouse of carla')
    expect(await heard(mind, anna, answer.workflow_id)).toBeUndefined()
    await expect(mind.as(anna).workflow.answer(answerOf(answer))).rejects.toMatchObject(unknown)
  })

  test('hears no more when a conversation that it follows is moved away', async () => {
    const mind = await anchored()
    const { answer } = await mind.as(anna).workflow.execute({ user_input: 'What about it?' })
    expect(answer.status).toBe('waiting_for_input')
    const query = { cursor: 0, finalOnly: false }
    const stream = await mind.as(anna).workflow.follow(answer.workflow_id, query, AbortSignal.timeout(10_000))
    const told: unknown[] = []
    const following = (async () => {
      for await (const events of stream!.events) told.push(...events)
    })()
    const moved = { ...question, workflow_id: answer.workflow_id, preferences: { session_id: 'carla' } }
    await mind.workflow.execute(moved)
    await mind.workflow.settled()
    await following
    expect(JSON.stringify(told)).not.toContain('boathouse of carla')
    expect(await heard(mind, access(), answer.workflow_id)).toContain('boathouse of carla')
  })

  test('[COM10] uses up no other session’s calls', async () => {
    const mind = await anchored()
    const { answer } = await mind.workflow.execute({ ...question, preferences: { session_id: 'carla' } })
    const { workflow } = mind.as(anna)
    expect(await workflow.sessionOf({})).toBe('anna')
    expect(await workflow.sessionOf({ preferences: { session_id: 'ann-2' } })).toBe('ann-2')
    expect(await workflow.sessionOf({ preferences: { session_id: 'carla' } })).toBe('anna')
    expect(await workflow.sessionOf({ workflow_id: answer.workflow_id })).toBe('anna')
    expect(await mind.workflow.sessionOf({ workflow_id: answer.workflow_id })).toBe('carla')
  })
})

test('[COM8] a key for reading follows, and does nothing else', async () => {
  const mind = await anchored()
  const { answer } = await mind.workflow.execute(question)
  await mind.workflow.settled()
  const reader = access({ role: 'read' })
  const { workflow } = mind.as(reader)
  const forbidden = { code: 'forbidden' }
  await expect(workflow.execute(question)).rejects.toMatchObject(forbidden)
  await expect(workflow.execute({})).rejects.toMatchObject(forbidden)
  await expect(workflow.answer(answerOf(answer))).rejects.toMatchObject(forbidden)
  await expect(workflow.cancel(answer.workflow_id)).rejects.toMatchObject(forbidden)
  expect(await heard(mind, reader, answer.workflow_id)).toContain('boathouse')
})
