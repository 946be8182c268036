import { expect, test } from 'vitest'
import { useMcpServers } from '../support/mcp-session.js'

const startServer = useMcpServers()

test('[COM8] a message that is too large is refused at once, and the client hears which it was', async () => {
  const { client } = await startServer()
  const jsonl = `{"content": "${'x'.repeat(1_000)}"}\n`.repeat(9_000)
  await expect(client.callTool({ name: 'gwt_import_memory', arguments: { jsonl } })).rejects.toThrow(
    /at most \d+ bytes/,
  )
  await client.ping()
})
