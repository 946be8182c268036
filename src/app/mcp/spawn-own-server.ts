import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { DemoServer } from '../../surfaces/cli/demo/scene.js'
import { withTemporaryStore } from '../cli/temporary-store.js'
import { version } from '../configuration/version.js'

/** This program as an agent uses it: a child process behind an MCP client. */
export interface OwnServer extends DemoServer {
  /** From the start of the process to the answered `initialize`. */
  readonly startMs: number
}

/** Starts a server that uses `dataDir` only and none of the caller's settings. */
export async function startOwnServer({ dataDir, project }: { dataDir: string; project: string }): Promise<OwnServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../main.js', import.meta.url)), 'mcp'],
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

/** Runs `work` on a server whose memory is empty, and gone afterwards. */
export function withTemporaryServer(project: string, work: (server: OwnServer) => Promise<void>): Promise<void> {
  return withTemporaryStore(async (dataDir) => {
    const server = await startOwnServer({ dataDir, project })
    try {
      await work(server)
    } finally {
      await server.close()
    }
  })
}
