import { expect, test } from 'vitest'
import { useMcpServers } from '../support/mcp-session.js'

const startServer = useMcpServers()

test('[GWT2] [GWT3] gwt_query tells a bare array, gwt_broadcast plain text, and the data say the same', async () => {
  const { client } = await startServer()
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: input })
    const [first] = content
    return {
      text: first?.type === 'text' ? first.text : '',
      data: structuredContent as Record<string, unknown>,
      isError,
    }
  }
  await call('gwt_store', { content: 'The ferry leaves at noon.', memory_type: 'working' })
  const query = await call('gwt_query', { query: 'ferry' })
  expect(JSON.parse(query.text)).toEqual(query.data.results)
  expect(query.data.results).toHaveLength(1)
  const broadcast = await call('gwt_broadcast')
  expect(broadcast.text).toBe(broadcast.data.text)
  expect(broadcast.text).toMatch(/^Goals: none\nIn mind: 1 of 7\n\[1\] working 0\.\d\d The ferry leaves at noon\.\n/)
})

test('[GWT1] a refusal is a normal result, its text the whole of it', async () => {
  const { client } = await startServer()
  const answer = await client.callTool({ name: 'gwt_query', arguments: { query: ' ' } })
  expect(answer.isError ?? false).toBe(false)
  expect(answer.structuredContent).toEqual({ error: 'query must not be blank' })
  expect(answer.content).toEqual([{ type: 'text', text: '{"error":"query must not be blank"}' }])
})
