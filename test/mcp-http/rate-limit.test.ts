import { describe, expect, test } from 'vitest'
import { openHttpApp } from '../support/http-app.js'
import { eras, useAddress, useHttpClient } from '../support/http-client.js'
import { useMinds } from '../support/minds.js'

const minds = useMinds()

async function aServer(limit: number) {
  const mind = minds.open()
  const heads: Headers[] = []
  const url = await useAddress(openHttpApp(mind, { limit }).fetch)
  const connect = (mode: (typeof eras)[number][1]) =>
    useHttpClient(url, {
      mode,
      async fetch(to, init) {
        const response = await fetch(to, init)
        heads.push(response.headers)
        return response
      },
    })
  return { mind, connect, lastHead: () => heads.at(-1)! }
}

describe.each(eras)('the rate limit of MCP over HTTP, %s', (_, mode) => {
  test('[COM10] counts per session and not per connection, calls and resource reads, valid or not', async () => {
    const { mind, connect, lastHead } = await aServer(4)
    const [one, other] = [await connect(mode), await connect(mode)]
    await one.client.listTools()
    await one.ask('memory_stats', { session_id: 'default' })
    expect(lastHead().get('X-RateLimit-Limit')).toBe('4')
    expect(lastHead().get('X-RateLimit-Remaining')).toBe('3')
    await other.call('recall', { query: '' })
    await other.client.readResource({ uri: 'memory://stats' })
    await expect(one.call('no_tool')).rejects.toMatchObject({ code: -32602 })
    expect(lastHead().get('X-RateLimit-Remaining')).toBe('0')

    mind.clock.advance(1_000)
    const refusal = { error: 'rate_limited', message: expect.any(String), retry_after: 59 }
    expect(await other.call('memory_stats')).toEqual({ isError: true, body: refusal })
    expect(lastHead().get('Retry-After')).toBe('59')
    await expect(one.client.readResource({ uri: 'memory://stats' })).rejects.toMatchObject({ code: 429, data: refusal })
    await one.ask('memory_stats', { session_id: 'elsewhere' })
    expect(lastHead().get('Retry-After')).toBeNull()

    // What was refused did not count.
    mind.clock.advance(59_000)
    await one.ask('memory_stats')
    expect(lastHead().get('X-RateLimit-Remaining')).toBe('3')
  })

  test('[COM10] 0 is no limit, and there are no headers then', async () => {
    const { connect, lastHead } = await aServer(0)
    await (await connect(mode)).ask('memory_stats')
    expect(lastHead().get('X-RateLimit-Limit')).toBeNull()
  })
})

test('[COM10] each call of a batch counts', async () => {
  const url = await useAddress(openHttpApp(minds.open(), { limit: 2 }).fetch)
  const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'memory_stats' } })
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify([call(1), call(2), call(3)]),
  })
  const answers = [...(await response.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data))
  const refused = answers.filter(({ result }) => result.isError).map(({ id }) => id)
  expect(answers).toHaveLength(3)
  expect(refused).toEqual([3])
})
