import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { version } from './version.js'

/** This very program as an agent sees it: a process of its own behind an MCP client. */
export interface OwnServer {
  /** From the start of the process to the answered `initialize`. */
  readonly startMs: number
  /** The answer, or the contract's error as one. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  close(): Promise<void>
}

interface ToolAnswer {
  readonly isError: boolean
  readonly body: Record<string, unknown>
}

/** Reads and writes nothing but `dataDir`, and follows none of the caller's own settings. */
export async function startOwnServer({ dataDir, project }: { dataDir: string; project: string }): Promise<OwnServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('./main.js', import.meta.url)), 'mcp'],
    env: { PATH: process.env.PATH ?? '', WW_DATA_DIR: dataDir, WW_PROJECT: project, WW_LOG_LEVEL: 'error' },
    stderr: 'inherit',
  })
  const client = new Client({ name: 'world-weaver-demo', version })
  const startedAt = performance.now()
  await client.connect(transport)
  return {
    startMs: performance.now() - startedAt,
    async call(name, input) {
      const { structuredContent, isError = false } = await client.callTool({ name, arguments: input })
      return { isError, body: structuredContent as Record<string, unknown> }
    },
    close: () => client.close(),
  }
}
