// A plain MCP client, with the official SDK: starts World Weaver as Claude Code, Cursor and the others do, lists its
// tools, remembers, recalls, and reads a resource.
//
//   npm install world-weaver @modelcontextprotocol/client
//   node mcp-client.mjs
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

// A memory for this example alone. Without WW_DATA_DIR it is your own.
const dataDir = await mkdtemp(join(tmpdir(), 'world-weaver-'))

const client = new Client({ name: 'example', version: '1.0.0' })
const server = new StdioClientTransport({
  command: 'npx',
  args: ['-y', 'world-weaver@0.1.0', 'mcp'],
  // The server gets these variables and a few such as PATH and HOME, not the rest of this process's.
  env: { WW_DATA_DIR: dataDir, WW_TOOLSETS: 'core' },
})

/** A call that fails is not an exception but a result with `isError`, so that a model can read what was wrong. */
async function call(name, input) {
  const { structuredContent, isError } = await client.callTool({ name, arguments: input })
  if (isError) throw new Error(`${name}: ${structuredContent.error}: ${structuredContent.message}`)
  return structuredContent
}

async function ask(query) {
  const { memories, nothing_relevant } = await call('recall', { query, limit: 1 })
  console.log(`\n> ${query}`)
  console.log(nothing_relevant ? 'Nothing is known about that.' : memories[0].content)
}

try {
  await client.connect(server)
  console.log(`Connected to ${client.getServerVersion().name}.`)
  const { tools } = await client.listTools()
  console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}`)

  const { id } = await call('remember', { text: 'The staging database listens on port 5432.', tags: ['infra'] })
  await call('remember', { text: 'Anna prefers tabs over spaces.', kind: 'note' })
  console.log('Remembered a port and a preference.')
  await ask('Which port does the staging database use?')

  await call('correct', { id, text: 'The staging database listens on port 5433.' })
  console.log('\nCorrected the port.')
  await ask('Which port does the staging database use?')
  await ask('Does Anna like tabs or spaces?')
  await ask('When is the next dentist appointment?')

  // What a client may show without a call: the memory as resources.
  const { contents } = await client.readResource({ uri: 'memory://stats' })
  const { episodes, notes } = JSON.parse(contents[0].text).collections
  console.log(`\nIn the memory: ${episodes} episode, ${notes} note.`)
} finally {
  await client.close()
  await rm(dataDir, { recursive: true })
}
