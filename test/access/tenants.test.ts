import { homedir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '#ww/app/configuration/configuration.js'
import { openTenants, type Tenants } from '#ww/app/server/tenants.js'
import type { Access } from '#ww/memory/access/access.js'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import type { ScopedMemory } from '#ww/resources/scoped-memory.js'
import { run } from '../cli/ww.js'
import type { KnownIds } from '../fuzz/valid-input.js'
import { bearer, keysIn, request, useServed } from '../support/access.js'
import { environment } from '../support/program.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { openStream, post } from '../support/workflow-client.js'
import { startWorkflowServer, type WorkflowServer } from '../support/workflow-server.js'
import { type Ask, everyQuestion, newTenants, orError, plant, question, type Tenant } from './canaries.js'

const all: readonly Operation[] = operations
const operationOf = (name: string): Operation => all.find((each) => each.name === name)!
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** A tenant as it calls. */
interface Caller extends Tenant {
  readonly token: string
  readonly mind: ScopedMemory
  readonly client: Client
  /** By every way that there is: the same calls, the same answers. */
  readonly ways: readonly Ask[]
  planted: KnownIds
  /** Of workflows. */
  asked: { workflow_id: string; message_id: string }
}

describe('[COM3] five tenants on one server', () => {
  const newFolder = useTemporaryFolders()
  const folder = newFolder()
  const dataDir = join(folder, 'data')
  const ending = new AbortController()
  const callers: Caller[] = []
  let server: WorkflowServer
  let tenants: Tenants

  /** A further way in is a line here. */
  function waysOf(mind: ScopedMemory, client: Client, token: string): readonly Ask[] {
    return [
      (name, input) => orError(() => mind.invoke(operationOf(name), input)),
      async (name, input) =>
        JSON.parse((await request(server.url, { method: 'POST', path: `/tools/${name}` }, bearer(token), input)).text),
      async (name, input) => {
        const { structuredContent, content } = await client.callTool({ name, arguments: { ...input } })
        return (structuredContent ?? { content }) as Record<string, unknown>
      },
    ]
  }

  async function connect(token: string): Promise<Client> {
    const client = new Client({ name: 'tests', version: '1.0.0' })
    const requestInit = { headers: bearer(token) }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
    return client
  }

  beforeAll(async () => {
    const env = {
      WW_AUTH: 'required',
      WW_LOG_LEVEL: 'debug',
      WW_MAX_TENANTS_OPEN: '3',
      WW_MAX_CONCURRENT: '200',
      WW_AUTO_CONSOLIDATE: '0',
    }
    server = await startWorkflowServer({ dataDir, env })
    const configuration = readConfiguration(environment(dataDir, env), '/', process.platform, homedir())
    tenants = openTenants(
      { ...configuration, logLevel: 'silent' },
      {},
      { signal: ending.signal, log, isInForce: async () => true },
    )
    const keys = keysIn(dataDir)
    for (const tenant of newTenants(5)) {
      const { token, key } = await keys.create({ tenant: tenant.name, name: `key of ${tenant.name}` })
      const access: Access = { tenant: tenant.name, role: 'write', key: key.id }
      const mind = await tenants.memoryFor(access)
      const client = await connect(token)
      const ways = waysOf(mind, client, token)
      const planted = await plant(tenant, ways[0]!)
      const told = { user_input: question, ask_clarifications: false, preferences: { note: tenant.canary } }
      const { body } = await post(server.url, 'execute', told, bearer(token))
      const asked = body as unknown as Caller['asked']
      callers.push({ ...tenant, token, mind, client, ways, planted, asked })
      await listen(callers.at(-1)!, asked.workflow_id)
      const { workflow_id, message_id } = asked
      const response = `It is ${tenant.canary}.`
      await post(server.url, 'ai-answer', { workflow_id, message_id, response }, bearer(token))
    }
    await keys.close()
  }, 120_000)
  afterAll(async () => {
    ending.abort()
    await Promise.all(callers.map(({ client }) => client.close()))
    await tenants.close(5_000)
    await server.stop()
  })

  async function listen({ token }: Pick<Caller, 'token'>, workflowId: string): Promise<string> {
    const stream = openStream(server.url, workflowId, '?cursor=0', bearer(token))
    return `${await stream.closed} ${JSON.stringify(stream.frames)}`
  }

  const others = (me: Caller) => callers.filter((each) => each !== me)
  const expectOnlyMine = (me: Caller, seen: string, what: string) => {
    const strangers = others(me).filter(({ canary }) => seen.includes(canary))
    expect({ what, strangers: strangers.map(({ name }) => name) }).toEqual({ what, strangers: [] })
  }

  test('every operation, asked about the same subject and with the others’ ids, answers with one’s own', async () => {
    const showingOwn = new Set<string>()
    const askAll = async (me: Caller, other: Caller, ask: Ask) => {
      for (const { operation, input } of everyQuestion(other.planted, other.session)) {
        const seen = JSON.stringify(await ask(operation, input))
        expectOnlyMine(me, seen, `${operation} ${JSON.stringify(input)}`)
        if (seen.includes(me.canary)) showingOwn.add(operation)
      }
    }
    for (const [nth, me] of callers.entries()) {
      const other = callers[(nth + 1) % callers.length]!
      // One tenant asks by every way at once, the others by one each.
      const ways = nth === 0 ? me.ways : [me.ways[nth % me.ways.length]!]
      await Promise.all(ways.map((ask) => askAll(me, other, ask)))
    }
    // The search can find something: those that show memories at all show one's own.
    const shows = ['recall', 'recall_episodes', 'semantic_recall', 'recall_skill', 'gwt_export_memory', 'gwt_inspect']
    expect([...showingOwn]).toEqual(expect.arrayContaining(shows))
  }, 240_000)

  test('the others’ ids are unknown, as if they had never been', async () => {
    for (const [nth, me] of callers.entries()) {
      const { planted } = callers[(nth + 1) % callers.length]!
      for (const ask of me.ways) {
        expect(await ask('get_memory', { id: planted.episode })).toMatchObject({ error: 'not_found' })
        expect(await ask('get_provenance', { entity_id: planted.entities[0] })).toMatchObject({ found: false })
      }
    }
  })

  test('resources show one’s own', async () => {
    for (const me of callers) {
      const listed = await me.mind.resources.list()
      expectOnlyMine(me, JSON.stringify(listed), 'list')
      expect(JSON.stringify(listed)).toContain(me.canary)
      const theirs = others(me).map(({ session }) => `memory://episodes/${session}`)
      for (const uri of [...listed.map((each) => each.uri), ...theirs]) {
        expectOnlyMine(me, JSON.stringify(await orError(() => me.mind.resources.read(uri))), uri)
        expectOnlyMine(me, JSON.stringify(await me.client.readResource({ uri })), `${uri} over MCP`)
      }
      expectOnlyMine(me, JSON.stringify(await me.client.listResources()), 'list over MCP')
      const typed = await me.mind.resources.complete('memory://episodes/{session_id}', 'session_id', '')
      expectOnlyMine(me, typed.join(), 'complete')
    }
  })

  test('[WSS6] streams and workflows of others are unknown; one’s own tells one’s own', async () => {
    for (const me of callers) {
      const mine = await listen(me, me.asked.workflow_id)
      expect(mine).toContain(me.canary)
      expectOnlyMine(me, mine, 'own stream')
      for (const { asked } of others(me)) {
        const heard = await listen(me, asked.workflow_id)
        expect(heard).toMatch(/^4404 /)
        expectOnlyMine(me, heard, 'stream')
        const { workflow_id, message_id } = asked
        const calls = [
          await post(server.url, 'execute', { user_input: question, workflow_id }, bearer(me.token)),
          await post(server.url, 'ai-answer', { workflow_id, message_id, response: 'Mine.' }, bearer(me.token)),
        ]
        for (const { status, body } of calls) {
          expect([status, body.code]).toEqual([404, 'WORKFLOW_NOT_FOUND'])
          expectOnlyMine(me, JSON.stringify(body), 'refusal')
        }
      }
    }
  }, 60_000)

  test('also while all of them call at once', async () => {
    const seen = await Promise.all(
      callers.map(async (me) => {
        const calls = Array.from({ length: 12 }, async (_, nth) => {
          const ask = me.ways[nth % me.ways.length]!
          const told = { user_input: question, ask_clarifications: false }
          const { body } = await post(server.url, 'execute', told, bearer(me.token))
          const answers = await Promise.all([
            ask('remember', { text: `The lighthouse password number ${nth} is ${me.canary}.` }),
            ask('recall', { query: question }),
            ask('gwt_attend', { question }),
            ask('gwt_inspect', {}),
            ask('memory_stats', { include_detailed: true }),
            me.mind.resources.read('memory://stats'),
            listen(me, String(body.workflow_id)),
          ])
          return JSON.stringify(answers)
        })
        return { me, heard: await Promise.all(calls) }
      }),
    )
    for (const { me, heard } of seen) {
      for (const each of heard) {
        expectOnlyMine(me, each, 'under load')
        expect(each).toContain(me.canary)
      }
    }
  }, 120_000)

  test('an export and the figures of a tenant are its own', async () => {
    for (const me of callers) {
      const env = { WW_DATA_DIR: dataDir }
      const exported = await run(folder, ['export', '--tenant', me.name, '--project', '*'], { env })
      expect(exported.code).toBe(0)
      expect(exported.stdout).toContain(me.canary)
      expectOnlyMine(me, exported.stdout + exported.stderr, 'export')
    }
    const [me] = callers as [Caller]
    const figures = await run(folder, ['stats', '--include-detailed', '--project', '*', '--json'], {
      env: { WW_DATA_DIR: dataDir, WW_TENANT: me.name },
    })
    expect(figures.stdout).toContain(me.canary)
    expectOnlyMine(me, figures.stdout, 'stats')
    const owners = await run(folder, ['export', '--project', '*'], { env: { WW_DATA_DIR: dataDir } })
    for (const { canary } of callers) expect(owners.stdout).not.toContain(canary)
  }, 60_000)

  test('the log and the figures of the server tell of nobody’s memories, and of no key', async () => {
    const keys = keysIn(dataDir)
    const { token: admin } = await keys.create({ role: 'admin' })
    await keys.close()
    const figures = await request(server.url, { method: 'GET', path: '/metrics' }, bearer(admin))
    expect(figures.status).toBe(200)
    expect(figures.text).toContain('recall')
    const written = server.log() + figures.text
    for (const { canary, token } of callers) {
      expect(written).not.toContain(canary)
      expect(written).not.toContain(token.slice(-43))
    }
  })
})

describe('the share of calls of a tenant', () => {
  const served = useServed()

  test('[COM10] [COM3] is its own, also in sessions of the same name', async () => {
    const server = await served.start({ env: { WW_AUTH: 'required', WW_RATE_LIMIT: '2' } })
    const { token: one } = await server.create({ tenant: 'one' })
    const { token: two } = await server.create({ tenant: 'two' })
    const call = async (token: string) => {
      const told = { user_input: 'Where is it?', preferences: { session_id: 'anna' } }
      const { status, headers } = await post(server.url, 'execute', told, bearer(token))
      return [status, headers.get('x-ratelimit-remaining')]
    }
    expect([await call(one), await call(one), await call(one)]).toEqual([
      [201, '1'],
      [201, '0'],
      [429, '0'],
    ])
    expect(await call(two)).toEqual([201, '1'])
  })

  test('[COM10] is not touched by who has no good key', async () => {
    const server = await served.start({ env: { WW_AUTH: 'required', WW_RATE_LIMIT: '1' } })
    const { token } = await server.create()
    for (let nth = 0; nth < 3; nth++) expect((await post(server.url, 'execute', {})).status).toBe(401)
    const { status, headers } = await post(server.url, 'execute', { user_input: 'Where is it?' }, bearer(token))
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([201, '0'])
  })
})
