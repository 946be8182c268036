import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll } from 'vitest'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { engineVariables } from './engine.js'
import { useTemporaryFolders } from './temporary-folder.js'

export interface McpSession {
  readonly client: Client
  readonly dataDir: string
  /** The server's process. */
  readonly pid: number
  /** What the server has written to stderr so far. */
  log(): string
  /** The answer, or the contract's error as one. */
  call(
    tool: string,
    input?: Readonly<Record<string, unknown>>,
  ): Promise<{ isError: boolean; body: Record<string, unknown> }>
}

const operation = (name: string): Operation | undefined => operations.find((each) => each.name === name)

export const mainModule = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))

/** To be called where tests are described: the real server in a process of its own, behind the official client. */
export function useMcpServers(): (env?: Readonly<Record<string, string>>) => Promise<McpSession> {
  const clients: Client[] = []
  const newFolder = useTemporaryFolders()
  afterAll(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()))
  })
  return async (env = {}) => {
    const dataDir = env.WW_DATA_DIR ?? newFolder()
    const engine = await engineVariables(dataDir)
    const settings = { WW_PROJECT: 'algorithms', WW_LOG_LEVEL: 'error', WW_CHECK_OUTPUT: '1', ...engine, ...env }
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [mainModule, 'mcp'],
      env: { PATH: process.env.PATH ?? '', ...settings, WW_DATA_DIR: dataDir },
      stderr: 'pipe',
    })
    let logged = ''
    transport.stderr?.on('data', (chunk: Buffer) => {
      logged += chunk
    })
    const client = new Client({ name: 'world-weaver-tests', version: '1.0.0' })
    await client.connect(transport)
    clients.push(client)
    return {
      client,
      dataDir,
      pid: transport.pid!,
      log: () => logged,
      async call(name, input = {}) {
        const { structuredContent, content, isError = false } = await client.callTool({ name, arguments: { ...input } })
        const [text] = content
        if (text?.type !== 'text') throw new Error(`${name} answered without a text`)
        const body = structuredContent as Record<string, unknown>
        // Clients read one or the other: they say the same. GWT2 and GWT3 tell a part of it in their text, recall its lines.
        const lines = isError ? undefined : operation(name)?.toText?.(body as never)
        const parts = [body, body.results, body.text, lines]
        const isSaid = parts.some((part) => text.text === (typeof part === 'string' ? part : JSON.stringify(part)))
        if (!isSaid) throw new Error(`${name} answered two things`)
        return { isError, body }
      },
    }
  }
}
