import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '#ww/index.js'
import { type McpSession, useMcpServers } from '../support/mcp-session.js'
import { idOf } from '../support/memories.js'
import { isValidationError, refusal, useMinds } from '../support/minds.js'

describe('errors', () => {
  const minds = useMinds()
  const startServer = useMcpServers()
  let server: McpSession
  beforeAll(async () => {
    server = await startServer()
  })

  test('[COM8] the codes are those of the contract', () => {
    expect(errorCodes).toEqual([
      'validation_error',
      'not_found',
      'rate_limited',
      'timeout',
      'internal_error',
      'unauthorized',
      'forbidden',
    ])
  })

  test('[COM8] a validation_error is exactly error, message and field, as a tool result', async () => {
    const { isError, body } = await server.call('create_episode', { content: ' ' })
    expect(isError).toBe(true)
    expect(body).toEqual({ error: 'validation_error', message: 'content must not be blank', field: 'content' })
  })

  test('[COM8] a not_found is exactly error, message and field, as a tool result', async () => {
    const { isError, body } = await server.call('get_memory', { id: idOf(404) })
    expect(isError).toBe(true)
    expect(body).toEqual({ error: 'not_found', message: `Memory ${idOf(404)} not found`, field: 'id' })
  })

  test('[COM8] a missing parameter is named, an unknown one too', async () => {
    const mind = minds.open()
    expect(await refusal(mind, 'recall', {})).toEqual({
      error: 'validation_error',
      message: 'query is required',
      field: 'query',
    })
    expect(await refusal(mind, 'recall', { query: 'x', limits: 3 })).toMatchObject(isValidationError('limits'))
    expect(await refusal(mind, 'get_session_id', { verbose: true })).toMatchObject(isValidationError('verbose'))
  })

  test.each([[[]], ['query'], [7]])('[COM8] %j instead of arguments is a validation_error', async (input) => {
    expect(await refusal(minds.open(), 'recall', input as never)).toMatchObject({ error: 'validation_error' })
  })

  test('[COM8] an internal_error shows a reference id and no cause', async () => {
    const dataDir = minds.newFolder()
    writeFileSync(join(dataDir, 'world-weaver.db'), 'this is no database, and the password is swordfish'.repeat(100))
    const error = await refusal(minds.open({ dataDir }), 'recall', { query: 'anything' })
    expect(Object.keys(error)).toEqual(['error', 'message'])
    expect(error.error).toBe('internal_error')
    expect(error.message).toMatch(/[0-9a-f]{8}/)
    expect(error.message).not.toMatch(/sqlite|swordfish|world-weaver\.db/i)
  })

  test('[COM8] the reference id of an internal_error is in the log too', async () => {
    const dataDir = minds.newFolder()
    writeFileSync(join(dataDir, 'world-weaver.db'), 'no database'.repeat(500))
    const broken = await startServer({ WW_DATA_DIR: dataDir })
    const { isError, body } = await broken.call('recall', { query: 'anything' })
    expect(isError).toBe(true)
    expect(body.error).toBe('internal_error')
    const reference = /[0-9a-f]{8}/.exec(String(body.message))?.[0]
    await expect.poll(() => broken.log()).toContain(`"reference":"${reference}"`)
  })
})
