import { beforeAll, describe, expect, test } from 'vitest'
import { type McpSession, useMcpServers } from '../support/mcp-session.js'

describe('rate limit', () => {
  const startServer = useMcpServers()
  let limited: McpSession
  beforeAll(async () => {
    limited = await startServer({ WW_RATE_LIMIT: '4' })
  })

  test('[COM10] every call counts, valid or not; the next is refused and says how long to wait', async () => {
    expect((await limited.call('get_session_id')).isError).toBe(false)
    expect((await limited.call('recall', { query: ' ' })).body.error).toBe('validation_error')
    await expect(limited.client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(/no_such_tool/)
    expect((await limited.call('get_session_id', { session_id: 'default' })).isError).toBe(false)
    // Refused calls are not counted: they do not make anybody wait longer.
    for (let tries = 0; tries < 3; tries++) {
      const { isError, body } = await limited.call('get_session_id', { session_id: `no name ${tries}` })
      expect(isError).toBe(true)
      expect(Object.keys(body)).toEqual(['error', 'message', 'retry_after'])
      expect(body.error).toBe('rate_limited')
      expect(body.retry_after).toBeGreaterThan(50)
      expect(body.retry_after).toBeLessThanOrEqual(60)
      expect(Math.round(Number(body.retry_after) * 10) / 10).toBe(body.retry_after)
    }
  })

  test('[COM10] the limit is per connection: another on the same store is not refused', async () => {
    const other = await startServer({ WW_RATE_LIMIT: '4', WW_DATA_DIR: limited.dataDir })
    expect((await other.call('get_session_id')).isError).toBe(false)
  })

  test('[COM10] 100 calls a minute, unless set', async () => {
    const usual = await startServer()
    const answers = await Promise.all(Array.from({ length: 101 }, () => usual.call('get_session_id')))
    expect(answers.map(({ isError }) => isError)).toEqual([...Array.from({ length: 100 }, () => false), true])
  })

  test('[COM10] 0 is no limit', async () => {
    const free = await startServer({ WW_RATE_LIMIT: '0' })
    const answers = await Promise.all(Array.from({ length: 130 }, () => free.call('get_session_id')))
    expect(answers.filter(({ isError }) => isError)).toEqual([])
  })
})
