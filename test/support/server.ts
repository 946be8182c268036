import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { engineVariables } from './engine.js'
import { environment, program } from './program.js'

interface ToolAnswer {
  readonly isError: boolean
  readonly body: Record<string, unknown>
}

/** `ww mcp` in a process of its own behind the official client. */
export interface Server {
  readonly client: Client
  readonly pid: number
  call(tool: string, input?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  /** The answer of a call that must succeed. */
  ask(tool: string, input?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  /** All that it wrote to stderr so far. */
  log(): string
  close(): Promise<void>
}

interface ServerOptions extends ClientOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
}

export async function startServer({ dataDir, env, ...options }: ServerOptions): Promise<Server> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    env: environment(dataDir, { ...(await engineVariables(dataDir)), ...env }),
    stderr: 'pipe',
  })
  let log = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const client = new Client({ name: 'tests', version: '1.0.0' }, options)
  await client.connect(transport)

  async function call(name: string, input: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
    const { structuredContent, isError = false } = await client.callTool({ name, arguments: { ...input } })
    return { isError, body: structuredContent as Record<string, unknown> }
  }

  return {
    client,
    pid: transport.pid!,
    call,
    async ask(tool, input) {
      const { isError, body } = await call(tool, input)
      if (isError) throw new Error(`${tool}: ${JSON.stringify(body)}`)
      return body
    },
    log: () => log,
    close: () => client.close(),
  }
}

/** The same for one test: it ends with the test. */
export async function useServer(options: ServerOptions): Promise<Server> {
  const server = await startServer(options)
  onTestFinished(() => server.close())
  return server
}
