// An MCP client as an agent would be: starts the server named as argument, uses it, tells its process id and stays.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const transport = new StdioClientTransport({
  command: process.execPath,
  args: [process.argv[2], 'mcp'],
  env: process.env,
  stderr: 'ignore',
})
const client = new Client({ name: 'tests', version: '1.0.0' })
await client.connect(transport)
await client.callTool({ name: 'remember', arguments: { text: 'The client was here.' } })
// One more is on its way when the client dies.
client.callTool({ name: 'recall', arguments: { query: 'who was here?' } }).catch(() => {})
process.stdout.write(`${transport.pid}\n`)
