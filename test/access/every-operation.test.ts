import { describe, expect, test } from 'vitest'
import { WorldWeaverError } from '#ww/errors.js'
import type { Access } from '#ww/memory/access/access.js'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { makeKnown, validInput } from '../fuzz/valid-input.js'
import { type Mind, useMinds } from '../support/minds.js'

const minds = useMinds()
const access = (given: Partial<Access> = {}): Access => ({ tenant: 'default', role: 'write', key: 'k', ...given })

/** How the call ended: `done`, or the code of its error. */
async function outcome(mind: Mind, who: Access, operation: Operation, input: object): Promise<string> {
  try {
    await mind.as(who).invoke(operation, input)
    return 'done'
  } catch (error) {
    if (error instanceof WorldWeaverError) return error.code
    throw error
  }
}

describe('every operation', async () => {
  const mind = minds.open()
  const inputs = validInput(await makeKnown(mind))
  const all: readonly Operation[] = operations

  test.each(all.map((operation) => [operation.effect, operation.name, operation] as const))(
    '[COM8] a key for reading and %s: %s',
    async (effect, name, operation) => {
      const input = inputs[name as keyof typeof inputs]
      const wanted = effect === 'read' ? 'done' : 'forbidden'
      expect(await outcome(mind, access({ role: 'read' }), operation, input)).toBe(wanted)
    },
  )

  test.each(all.map((operation) => [operation.name, operation] as const))(
    '[COM3] a bound key names no other session in %s',
    async (name, operation) => {
      const input = inputs[name as keyof typeof inputs]
      const bound = access({ sessions: ['anna', 'ben'] })
      for (const session_id of ['carla', 'default']) {
        expect(await outcome(mind, bound, operation, { ...input, session_id })).toBe('forbidden')
      }
      if ('session_filter' in operation.input.shape) {
        for (const session_filter of ['carla', 'default']) {
          expect(await outcome(mind, bound, operation, { ...input, session_filter })).toBe('forbidden')
          expect(await outcome(mind, bound, operation, { ...input, session_id: 'ben', session_filter })).toBe(
            'forbidden',
          )
        }
        const foreign = { ...input, session_id: 'carla', session_filter: 'ben' }
        expect(await outcome(mind, bound, operation, foreign)).toBe('forbidden')
        expect(await outcome(mind, bound, operation, { ...input, session_filter: 'ben' })).not.toBe('forbidden')
      }
      expect(await outcome(mind, bound, operation, { ...input, session_id: 'ben' })).not.toBe('forbidden')
    },
  )

  test('[COM3] sessions are named in two fields, and in no other', () => {
    const named = all.flatMap(({ input }) => Object.keys(input.shape).filter((field) => /session|tenant/.test(field)))
    expect([...new Set(named)].sort()).toEqual(['session_filter', 'session_id'])
  })

  test('[COM8] what a key may not do it is not told about', async () => {
    const remember = all.find(({ name }) => name === 'remember')!
    expect(await outcome(mind, access({ role: 'read' }), remember, { text: 7 })).toBe('forbidden')
  })
})

describe('a key that is bound to sessions', () => {
  const bound = access({ sessions: ['anna', 'ben'] })

  async function twoSessions() {
    const mind = minds.open()
    const { id: hers } = await mind.call('remember', { text: 'The rope is blue.', session_id: 'anna' })
    const { id: theirs } = await mind.call('remember', { text: 'The rope is red.', session_id: 'carla' })
    const ask = (name: string, input: object) =>
      mind.as(bound).invoke(operations.find((each) => each.name === name) as Operation, input)
    return { mind, ask, hers, theirs }
  }

  test('[COM2] [COM3] acts in its first session unless told', async () => {
    const { ask } = await twoSessions()
    expect(await ask('get_session_id', {})).toMatchObject({ session_id: 'anna' })
    expect(await ask('get_session_id', { session_id: 'ben' })).toMatchObject({ session_id: 'ben' })
    expect(await ask('remember', { text: 'The knot holds.' })).toMatchObject({ session_id: 'anna' })
  })

  test('[COM3] finds nothing of other sessions, by words or by id', async () => {
    const { ask, hers, theirs } = await twoSessions()
    const { memories: results } = (await ask('recall', { query: 'rope' })) as { memories: { id: string }[] }
    expect(results.map(({ id }) => id)).toEqual([hers])
    await expect(ask('get_memory', { id: theirs })).rejects.toMatchObject({ code: 'not_found' })
    await expect(ask('correct', { id: theirs, text: 'Green.' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(ask('forget', { ids: [theirs] })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('[COM3] takes in no line of another session', async () => {
    const { ask, mind } = await twoSessions()
    const jsonl = '{"content": "Slipped in.", "session_id": "carla"}'
    expect(await ask('gwt_import_memory', { jsonl })).toMatchObject({ imported_count: 0, error_count: 1 })
    expect(await ask('gwt_restore_memory', { jsonl })).toMatchObject({ imported_count: 0, error_count: 1 })
    const { memories: results } = await mind.call('recall', { query: 'Slipped in.', session_id: 'carla' })
    expect(results.map(({ content }) => content)).not.toContain('Slipped in.')
  })

  test('[COM3] resets and exports its own session', async () => {
    const { ask, mind, theirs } = await twoSessions()
    const exported = (await ask('gwt_export_memory', {})) as { jsonl: string }
    expect(exported.jsonl).toContain('blue')
    expect(exported.jsonl).not.toContain('red')
    await ask('gwt_reset', { scope: 'persistent', confirm: 'RESET_PERSISTENT' })
    expect(await mind.call('get_memory', { id: theirs })).toMatchObject({ content: 'The rope is red.' })
    expect((await mind.call('recall', { query: 'rope' })).memories).toHaveLength(1)
  })

  test('[COM3] looks at resources of its sessions, and is refused those of others', async () => {
    const { mind } = await twoSessions()
    await mind.call('remember', { text: 'The rope is new.', session_id: 'ben' })
    const { resources } = mind.as(bound)
    const shown = async (uri: string) => JSON.stringify(await resources.read(uri))
    expect(await shown('memory://episodes/anna')).toContain('blue')
    expect(await shown('memory://episodes/ben')).toContain('new')
    expect(JSON.parse(await shown('memory://stats'))).toMatchObject({ session_id: 'anna' })
    for (const session of ['carla', 'default', 'nobody']) {
      await expect(resources.read(`memory://episodes/${session}`)).rejects.toMatchObject({ code: 'forbidden' })
      expect(() => resources.check(`memory://episodes/${session}`)).toThrow(WorldWeaverError)
    }
    const uris = (await resources.list()).map(({ uri }) => uri).filter((uri) => uri.includes('episodes'))
    expect(uris.sort()).toEqual(['memory://episodes/anna', 'memory://episodes/ben'])
    expect(await resources.complete('memory://episodes/{session_id}', 'session_id', '')).not.toContain('carla')
    // The owner sees all.
    expect((await mind.resources.list()).map(({ uri }) => uri)).toContain('memory://episodes/carla')
  })

  test('[COM3] hears of changes in its sessions, and of no others', async () => {
    const { mind } = await twoSessions()
    const ending = new AbortController()
    const changes = mind.as(bound).resources.follow(ending.signal)
    await changes.next()
    const next = changes.next()
    await mind.call('remember', { text: 'The sail is torn.', session_id: 'carla' })
    await mind.call('remember', { text: 'The sail is mended.', session_id: 'ben' })
    const { value } = await next
    const touched = ['anna', 'ben', 'carla'].filter((session) => value?.touches(`memory://episodes/${session}`))
    expect(touched).toEqual(['ben'])
    ending.abort()
    await changes.next()
  })
})
