import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { operations } from '#ww/operations/index.js'
import { toInputSchema, toOutputSchema } from '#ww/operations/machinery/json-schema.js'
import { createMcpServer, createOperationTools } from '#ww/surfaces/mcp/index.js'

const schemasOf = (wanted) => {
  const { input, output } = operations.find(({ name }) => name === wanted)
  return { takes: toInputSchema(input).properties, gives: toOutputSchema(output).properties }
}
const remember = schemasOf('remember')
const recall = schemasOf('recall')

/** What this build has of what a caller that is a language model can add and is told; older builds lack it. */
export const offered = {
  answers: 'answers' in remember.takes,
  also: 'also' in recall.takes,
  mayReplace: 'may_replace' in remember.gives,
  newer: 'newer' in recall.gives.memories.items.properties,
}

/** An empty memory behind the official MCP client, with a clock that stands still until it is set. */
export function withTools(withMind, work) {
  const clock = { time: 0, now: () => clock.time }
  return withMind({ clock }, async (mind) => {
    const server = createMcpServer({
      version: '0.0.0',
      instructions: '',
      loadTools: async () => createOperationTools(operations, mind.invoke),
      loadResources: async () => mind.resources,
      tellsChanges: false,
      countCall: () => undefined,
    })
    const client = new Client({ name: 'bench', version: '1' })
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(theirs), client.connect(ours)])
    async function call(name, input) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: input })
      const text = content.map((part) => part.text).join('\n')
      if (isError) throw new Error(`${name}: ${text}`)
      return { answer: structuredContent, text }
    }
    try {
      return await work({ mind, clock, call })
    } finally {
      await client.close()
    }
  })
}
