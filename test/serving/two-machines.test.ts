import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { json } from '../cli/ww.js'
import { createKey } from '../support/keys.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { useWorkflowServer } from '../support/workflow-server.js'

type Body = Readonly<Record<string, unknown>>

/** A machine with a key of its own: by REST. */
const machine = (url: string, key: string) => async (tool: string, input: Body) => {
  const response = await fetch(`${url}/tools/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

/** The same, as its agent: by MCP. */
async function agent(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}

const contentsOf = (body: unknown): unknown[] =>
  (body as { memories: { content: string }[] }).memories.map((each) => each.content)

describe('a laptop and a desktop on one server', () => {
  const newFolder = useTemporaryFolders()

  test('[COM13] [COM3] see one memory by either door, each project for itself, until a key is revoked', async () => {
    const dataDir = newFolder()
    const [laptop, desktop] = [await createKey(dataDir, 'laptop'), await createKey(dataDir, 'desktop')]
    const server = await useWorkflowServer({ dataDir, env: { WW_AUTH: 'required' } })
    const onLaptop = machine(server.url, laptop)
    const atDesktop = await agent(server.url, desktop)

    await onLaptop('remember', { text: 'The staging database moved to port 5433.' })
    await onLaptop('remember', { text: 'The shop pays with Stripe.', project: 'owner/shop' })
    const call = async (name: string, input: Body) =>
      (await atDesktop.callTool({ name, arguments: input })).structuredContent
    expect(contentsOf(await call('recall', { query: 'which port does staging use?' }))).toContain(
      'The staging database moved to port 5433.',
    )
    const seen = async (project: string) =>
      contentsOf(await call('recall', { query: 'how does the shop pay?', project }))
    expect(await seen('owner/shop')).toContain('The shop pays with Stripe.')
    expect(await seen('owner/blog')).not.toContain('The shop pays with Stripe.')

    await call('remember', { text: 'The printer is on the second floor.' })
    const { body } = await onLaptop('recall', { query: 'where is the printer?' })
    expect(contentsOf(body)).toContain('The printer is on the second floor.')

    const id = laptop.split('_')[1]!
    await json(dataDir, ['key', 'revoke', id], { env: { WW_DATA_DIR: dataDir } })
    await expect.poll(async () => (await onLaptop('recall', { query: 'printer' })).status).toBe(401)
    expect(contentsOf(await call('recall', { query: 'where is the printer?', min_relevance: 0 }))).toHaveLength(3)
  })
})
