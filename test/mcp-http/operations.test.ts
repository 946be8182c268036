import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { makeKnown, validInput } from '../fuzz/valid-input.js'
import { eras, useHttpClient } from '../support/http-client.js'
import { type Mind, useMinds } from '../support/minds.js'
import { startWorkflowServer, type WorkflowServer } from '../support/workflow-server.js'

const minds = useMinds()
let mind: Mind
let server: WorkflowServer

beforeAll(async () => {
  mind = minds.open()
  server = await startWorkflowServer({ dataDir: mind.dataDir })
})
afterAll(() => server.crash())

describe.each(eras)('MCP over HTTP, %s', (era, mode) => {
  const connect = (query?: string) => useHttpClient(server.url, { mode, ...(query === undefined ? {} : { query }) })

  test('[OPS6] greets with the instructions and lists every tool', async () => {
    const { client } = await connect()
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern')
    expect(client.getInstructions()).toContain('long-term memory')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(operations.map(({ name }) => name))
  })

  test.each(operations.map(({ name }) => name))('%s answers as it does elsewhere', async (name) => {
    const { call } = await connect()
    const { isError, body } = await call(name, validInput(await makeKnown(mind))[name])
    expect(body).toBeTypeOf('object')
    expect(isError, JSON.stringify(body)).toBe(false)
  })

  test('[COM2] the session is the one that the call names, whatever the connection', async () => {
    const [writer, reader] = [await connect(), await connect()]
    const session_id = `bakery-${era}`
    await writer.ask('remember', { text: 'The bakery opens at six.', session_id })
    expect(await reader.ask('get_session_id', { session_id })).toMatchObject({ session_id })
    const recalled = await reader.ask('recall', { query: 'When does the bakery open?', session_id })
    expect(recalled.memories).toEqual([expect.objectContaining({ content: 'The bakery opens at six.' })])
    expect(await reader.call('recall', { query: 'x', session_id: 'no session' })).toMatchObject({
      isError: true,
      body: { error: 'validation_error', field: 'session_id' },
    })
  })

  test('[COM8] an error is a tool result of exactly this shape; a tool that is none is the protocol’s to refuse', async () => {
    const { client, call } = await connect()
    const { isError, body } = await call('recall', { query: '' })
    expect(isError).toBe(true)
    expect(body).toEqual({ error: 'validation_error', message: expect.any(String), field: 'query' })
    await expect(client.callTool({ name: 'no_tool' })).rejects.toMatchObject({ code: -32602 })
    expect(server.log()).toBe('')
  })

  test('[COM4] a text comes back as it was told, byte for byte', async () => {
    const { ask } = await connect()
    const text = '  Zoë said: "𝔻one" \u0001\u2028 \r\n\t\ufeff end  '
    const { id } = await ask('remember', { text })
    expect(await ask('get_memory', { id })).toMatchObject({ content: text })
  })

  test('[OPS6] an address may ask for a smaller set of tools', async () => {
    const { client, call } = await connect('?toolset=core')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['remember', 'recall', 'get_memory', 'correct', 'forget'])
    expect(client.getInstructions()).not.toContain('gwt_broadcast')
    await expect(call('memory_stats')).rejects.toMatchObject({ code: -32602 })
  })
})

test('[OPS6] a set of tools that there is not is refused', async () => {
  const response = await fetch(`${server.url}/mcp?toolset=everything`, { method: 'POST' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'validation_error', field: 'toolset' })
})
