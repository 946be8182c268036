import { describe, expect, test } from 'vitest'
import { type Server, useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

const aServer = (limit: string): Promise<Server> =>
  useServer({ dataDir: temporaryFolder(), env: { WW_RATE_LIMIT: limit } })

const refusal = {
  isError: true,
  body: {
    error: 'rate_limited',
    message: "Rate limit exceeded for session 'default'",
    retry_after: expect.any(Number),
  },
}

describe('[COM10] the rate limit on standard input and output', () => {
  test('[COM10] by default a hundred calls pass and the next is refused with the time to wait', async () => {
    // An empty setting is none at all.
    const server = await aServer('')
    for (let call = 1; call <= 100; call++) {
      expect(await server.call('get_session_id'), `call ${call}`).toMatchObject({ isError: false })
    }
    const refused = await server.call('get_session_id')
    expect(refused).toEqual(refusal)
    const seconds = refused.body.retry_after as number
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(Math.round(seconds * 10) / 10).toBe(seconds)
    // Only calls of tools are counted.
    await server.client.ping()
    await server.client.listTools()
  })

  test('[COM10] invalid calls count, refused ones do not', async () => {
    const server = await aServer('5')
    for (let call = 0; call < 3; call++) {
      expect(await server.call('recall', { query: '' })).toMatchObject({ body: { error: 'validation_error' } })
    }
    expect(await server.call('get_memory', { id: 'ep-01900000-0000-7000-8000-000000000000' })).toMatchObject({
      body: { error: 'not_found' },
    })
    await expect(server.call('no_such_tool')).rejects.toMatchObject({ code: -32602 })
    const first = await server.call('remember', { text: 'Too much.' })
    expect(first).toEqual(refusal)
    // Were refused calls counted, the oldest would be younger each time, and the wait would not shrink.
    let last = first
    for (let call = 0; call < 30; call++) last = await server.call('remember', { text: 'Too much.' })
    expect(last).toEqual(refusal)
    expect(last.body.retry_after).toBeLessThanOrEqual(first.body.retry_after as number)
  })

  test('[COM10] one session does not use up another’s; a name that is none counts for the default', async () => {
    const server = await aServer('2')
    const call = async (session_id?: unknown) => (await server.call('get_session_id', { session_id })).body
    for (const session of ['a', 'a', 'b', 'no name', undefined]) await call(session)
    expect(await call('a')).toMatchObject({ message: "Rate limit exceeded for session 'a'" })
    expect(await call('no name')).toMatchObject({ message: "Rate limit exceeded for session 'default'" })
    expect(await call('b')).toMatchObject({ session_id: 'b' })
  })

  test('[COM10] a connection has its own window, and a refused write stores nothing', async () => {
    const dataDir = temporaryFolder()
    const one = await useServer({ dataDir, env: { WW_RATE_LIMIT: '1' } })
    await one.ask('remember', { text: 'The first one.' })
    expect(await one.call('remember', { text: 'The second one.' })).toEqual(refusal)
    const other = await useServer({ dataDir, env: { WW_RATE_LIMIT: '1' } })
    expect(await other.ask('recall', { query: 'one' })).toMatchObject({ total: 1 })
  })

  test('[COM10] 0 switches it off', async () => {
    const server = await aServer('0')
    const calls = Array.from({ length: 250 }, () => server.call('get_session_id'))
    for (const answer of await Promise.all(calls)) expect(answer.isError).toBe(false)
  })
})
