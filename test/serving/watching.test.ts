import { describe, expect, test } from 'vitest'
import { call, serveKeys } from '../support/keyed-server.js'
import { useMinds } from '../support/minds.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute, openStream, post, postRaw, readStream } from '../support/workflow-client.js'
import { useWorkflowServer, type WorkflowServer } from '../support/workflow-server.js'

const secret = 'Marigold-7781'

interface RequestLine {
  readonly msg: string
  readonly request_id: string
  readonly method: string
  readonly route: string
  readonly status: number
}

/** The access log; at debug a server also logs other events, such as a warm-up that its end cut short. */
const linesOf = (server: WorkflowServer): RequestLine[] =>
  server
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')

/** Everything that may go well or wrong, with the same word in it everywhere. */
async function useThoroughly(url: string): Promise<void> {
  const { workflow_id, message_id } = await execute(url, {
    user_input: `What is ${secret}?`,
    ask_clarifications: false,
  })
  await readStream(url, workflow_id, `?${secret}=1`)
  await post(url, 'ai-answer', { workflow_id, message_id, response: `${secret} is the password.`, reasoning: secret })
  await post(url, 'execute', { [secret]: secret })
  await postRaw(url, 'execute', `{"${secret}"`)
  await postRaw(url, secret, '{}')
  await openStream(url, secret).closed
  await fetch(`${url}/${secret}?q=${secret}`)
  await fetch(`${url}/workflow/execute?q=${secret}`, { headers: { 'x-request-id': `about ${secret}` } })
  await fetch(`${url}/metrics?q=${secret}`, { headers: { 'user-agent': secret, authorization: `Bearer ${secret}` } })
}

describe('the log of a server', () => {
  const newFolder = useTemporaryFolders()

  test('has a line for each request by default, with its number, route, status and time', async () => {
    const server = await useWorkflowServer({ dataDir: newFolder(), env: { WW_LOG_LEVEL: '' } })
    const answer = await fetch(`${server.url}/workflow/execute`, {
      method: 'POST',
      body: JSON.stringify({ user_input: 'Where?', ask_clarifications: false }),
      headers: { 'content-type': 'application/json', 'x-request-id': 'from-a.proxy_1' },
    })
    expect(answer.headers.get('x-request-id')).toBe('from-a.proxy_1')
    const unknown = await fetch(`${server.url}/nowhere/at/all`, {
      headers: { 'x-request-id': 'a text; with "quotes"' },
    })
    const made = unknown.headers.get('x-request-id')
    expect(made).toMatch(/^[0-9a-f-]{36}$/)
    await expect.poll(() => linesOf(server).length).toBe(2)
    const [first, second] = linesOf(server)
    expect(first).toStrictEqual({
      level: 30,
      time: expect.any(String),
      pid: server.process.pid,
      msg: 'request',
      request_id: 'from-a.proxy_1',
      method: 'POST',
      route: '/workflow/execute',
      status: 201,
      ms: expect.any(Number),
      operation: 'workflow.execute',
      tenant: 'default',
      key: null,
      bytes: expect.any(Number),
    })
    expect(second).toMatchObject({ request_id: made, method: 'GET', route: '/*', status: 404 })
  })

  test.each(['debug', 'info'])('at %s holds nothing of what was said, asked or sent', async (level) => {
    const server = await useWorkflowServer({ dataDir: newFolder(), env: { WW_LOG_LEVEL: level } })
    await useThoroughly(server.url)
    await expect.poll(() => linesOf(server).length).toBeGreaterThanOrEqual(8)
    await server.stop()
    expect(server.log()).not.toContain(secret)
    expect(new Set(linesOf(server).map(({ route }) => route))).toEqual(
      new Set(['/workflow/execute', '/workflow/ai-answer', '/workflow/*', '/*', '/metrics']),
    )
  })
})

describe('/metrics', () => {
  const newFolder = useTemporaryFolders()
  const minds = useMinds()

  test('counts requests, operations and the parts of recalls, and tells how things stand', async () => {
    const server = await useWorkflowServer({ dataDir: newFolder() })
    await useThoroughly(server.url)
    const response = await fetch(`${server.url}/metrics`)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await response.text()
    expect(text).not.toContain(secret)
    for (const series of [
      'ww_http_requests_total{route="/workflow/execute",method="POST",status="201"} 1',
      'ww_http_requests_total{route="/*",method="GET",status="404"} 2',
      'ww_http_request_duration_seconds_count{route="/workflow/ai-answer",method="POST"} 1',
      'ww_operation_duration_seconds_count{operation="workflow.execute",outcome="ok"} 1',
      'ww_operation_duration_seconds_count{operation="workflow.execute",outcome="validation_error"} 1',
      'ww_memories{tenant="default",kind="episode"} 1',
      'ww_cached_memories{tenant="default"} 1',
      'ww_queue_length{tenant="default",queue="writes"} 0',
      'ww_queue_length{tenant="default",queue="uses"} 0',
      'ww_open_tenants 1',
      'ww_open_streams 0',
    ]) {
      expect(text.split('\n')).toContain(series)
    }
    for (const stage of ['read', 'embed', 'rank']) {
      expect(text).toMatch(new RegExp(`ww_recall_stage_duration_seconds_count{stage="${stage}"} [1-9]`))
    }
    expect(text).toMatch(/^ww_store_bytes{tenant="default"} [1-9]/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
  })

  test('[COM3] is for whoever runs the server, and tells of every tenant', async () => {
    const [own, anna, beth] = [minds.open(), minds.open(), minds.open()]
    await anna.call('create_episode', { content: 'one' })
    const { url } = await serveKeys({
      minds: { default: own, anna, beth },
      keys: {
        reader: { tenant: 'anna', role: 'read' },
        writer: { tenant: 'anna', role: 'write' },
        admin: { tenant: 'anna', role: 'admin' },
        owner: { tenant: 'default', role: 'admin' },
      },
    })
    expect((await call(url, '/metrics', { key: 'nobody' })).status).toBe(401)
    expect((await call(url, '/metrics', { key: 'reader' })).status).toBe(403)
    expect((await call(url, '/metrics', { key: 'writer' })).status).toBe(403)
    expect((await call(url, '/metrics', { key: 'admin' })).status).toBe(403)
    const { text } = await call(url, '/metrics', { key: 'owner' })
    expect(text).toContain('ww_memories{tenant="anna",kind="episode"} 1')
    expect(tenantsIn(text)).toEqual(['anna', 'beth', 'default'])
  })
})

const tenantsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/tenant="([^"]*)"/g)].map(([, tenant]) => tenant!))].sort()
