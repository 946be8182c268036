import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { type Client, createClient, type OperationName } from '#ww/surfaces/client/index.js'
import { makeKnown, validInput } from '../fuzz/valid-input.js'
import { useServed } from '../support/access.js'
import { createSettableClock, type Mind, useMinds } from '../support/minds.js'

const served = useServed()
const minds = useMinds()

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const origin = {
  served: '"origin":{"door":"rest","client":"node","key":null}',
  library: '"origin":{"door":"library","client":null,"key":null}',
}
/** As it stands in a text within JSON. */
const inText = (json: string) => JSON.stringify(json).slice(1, -1)

/** A served memory and one in this process that are told the same; ids of the one stand for those of the other. */
function openTwins(served: { client: Client; dataDir: string }, mind: Mind) {
  const twins = new Map<string, string>()
  const parsed = (text: string) =>
    JSON.parse(text.replace(/"(duration_ms|world-weaver\.db[a-z-]*)":[\d.]+/g, '"$1":0')) as Readonly<
      Record<string, unknown>
    >
  const toLocal = (value: unknown) =>
    JSON.stringify(value)
      .replace(uuids, (id) => twins.get(id) ?? id)
      .replaceAll(basename(served.dataDir), basename(mind.dataDir))
      // The one thing that differs by design: an answer says by which door a memory came, in what it exports as well.
      .replaceAll(origin.served, origin.library)
      .replaceAll(inText(origin.served), inText(origin.library))

  /** Both answers, that of the server in the ids of the other. */
  async function ask(name: OperationName, input: object) {
    const over = await served.client.call(name, input as never)
    const directly = await mind.call(name, JSON.parse(toLocal(input)) as never)
    const ids = JSON.stringify(directly).match(uuids) ?? []
    // The same places have the same ids: what is new is a twin of what is new there.
    for (const [at, id] of (JSON.stringify(over).match(uuids) ?? []).entries()) {
      if (!twins.has(id) && ids[at] !== undefined) twins.set(id, ids[at])
    }
    return { over, translated: parsed(toLocal(over)), directly: parsed(JSON.stringify(directly)) }
  }
  return { ask, call: (async (name, input) => (await ask(name, input)).over) as Client['call'] }
}

describe('[OPS5] every operation over the client answers what the library answers', async () => {
  const clock = createSettableClock()
  const server = await served.start({ clock })
  const mind = minds.open({ clock })
  // A server has opened the workspace by the time that it listens.
  await mind.call('gwt_readiness_check', {})
  const twins = openTwins({ client: createClient({ url: server.url }), dataDir: server.dataDir }, mind)
  const inputs = validInput(await makeKnown(twins))

  /** What was used is written within a second, and changes what comes next. */
  async function writeUses() {
    const waiting = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      const queues = [...metrics.matchAll(/^ww_queue_length\{.*\} (\d+)$/gm)].map(([, length]) => Number(length))
      return [(await mind.load()).usesWaiting, ...queues]
    }
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([0, 0, 0, 0])
  }

  test.each(operations.map(({ name }) => name))('%s', async (name) => {
    await writeUses()
    const { translated, directly } = await twins.ask(name, inputs[name])
    expect(translated).toEqual(directly)
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
