import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { type Client, createClient, type OperationName } from '#ww/surfaces/client/index.js'
import { makeKnown, validInput } from '../fuzz/valid-input.js'
import { useServed } from '../support/access.js'
import { createSettableClock, useMinds } from '../support/minds.js'

const served = useServed()
const minds = useMinds()

/** With ids by the order in which they come, and without what differs between two stores that were told the same. */
function comparable(answer: unknown, { dataDir, ids }: { dataDir: string; ids: Map<string, string> }): unknown {
  const text = JSON.stringify(answer)
    .replaceAll(JSON.stringify(dataDir).slice(1, -1), '<folder>')
    .replaceAll(basename(dataDir), '<namespace>')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `<id ${ids.size}>`)
      return ids.get(id)!
    })
    .replace(/(kettle) \d+/gi, '$1 <n>')
    .replace(/"duration_ms":[\d.]+/g, '"duration_ms":0')
  return JSON.parse(text)
}

describe('[OPS5] every operation over the client answers what the library answers', async () => {
  const clock = createSettableClock()
  const server = await served.start({ clock })
  const client = createClient({ url: server.url })
  const mind = minds.open({ clock })
  // A server has opened the workspace by the time that it listens.
  await mind.call('gwt_readiness_check', {})
  const remote = {
    dataDir: server.dataDir,
    ids: new Map<string, string>(),
    inputs: validInput(await makeKnown(client)),
  }
  const local = { dataDir: mind.dataDir, ids: new Map<string, string>(), inputs: validInput(await makeKnown(mind)) }
  // Named in the order in which they were made.
  for (const store of [remote, local]) comparable(store.inputs, store)

  test.each(operations.map(({ name }) => name))('%s', async (name) => {
    const over = await client.call(name, remote.inputs[name] as never)
    const directly = await mind.call(name, local.inputs[name] as never)
    expect(comparable(over, remote)).toEqual(comparable(directly, local))
  })
})

describe('a client', async () => {
  const server = await served.start()

  test('[COM2] [COM13] has a session and a project, unless a call says otherwise; null is as left out', async () => {
    const client = createClient({ url: server.url, session: 'anna', project: 'boats' })
    const scopeOf = async (input: Parameters<Client['call']>[1]) => {
      const { session_id, project } = await client.call('get_session_id', input)
      return [session_id, project]
    }
    expect(await scopeOf({})).toEqual(['anna', 'boats'])
    expect(await scopeOf({ session_id: null, project: null })).toEqual(['anna', 'boats'])
    expect(await scopeOf({ session_id: 'ben' })).toEqual(['ben', 'boats'])
    expect(await scopeOf({ project: 'trains' })).toEqual(['anna', 'trains'])
    const bare = await createClient({ url: server.url }).call('get_session_id', {})
    expect([bare.session_id, bare.project]).toEqual(['default', null])
  })

  test('[COM6] keeps every text byte for byte', async () => {
    const client = createClient({ url: server.url })
    const content = ' \u2028“Ångström” 𝒳 \u0007\r\n\t👩‍👩‍👧 \\"\u00a0'
    const { id } = await client.call('create_episode', { content })
    expect((await client.call('get_memory', { id })).content).toBe(content)
  })

  test('finds its server under a path, where a proxy has put it', async () => {
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = (address, init) => {
      asked.push(String(address))
      return globalThis.fetch(String(address).replace('/memory/of/mine', ''), init)
    }
    for (const url of [`${server.url}/memory/of/mine`, `${server.url}/memory/of/mine/?x=y#z`]) {
      expect(await createClient({ url, fetch }).call('get_session_id', {})).toMatchObject({ session_id: 'default' })
    }
    expect(asked).toEqual(Array(2).fill(`${server.url}/memory/of/mine/tools/get_session_id`))
  })

  test('is no promise, and has no operation that there is not', async () => {
    const client = createClient({ url: server.url })
    expect(await Promise.resolve(client)).toBe(client)
    const unknown = ['recal', '../health/live', '..', ''] as readonly string[] as readonly OperationName[]
    for (const name of unknown)
      await expect(client.call(name, {} as never)).rejects.toMatchObject({ code: 'not_found' })
  })
})
