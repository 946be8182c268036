import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { startChild } from '../serve/child.mjs'
import { connect, servers } from '../speed/mcp-process.mjs'

/** One for all doors: what one has told the others find. */
export const project = 'bench'

/** The real programs on one store: a server, two that belong to a client each, and every way to call a tool of them. */
export async function openHouse(folder) {
  const opened = []
  const close = async () => {
    for (const each of opened.reverse()) await each.close()
  }
  const keep = (each) => {
    opened.push(each)
    return each
  }
  try {
    const own = servers.ww(folder)
    const served = await startChild([own.args[0], 'serve', '--port', '0'], own.env)
    keep({ close: served.stop })
    const overHttp = keep(await connectOverHttp(served.url))
    const stdio = [keep(await connect(own)), keep(await connect(own))]
    return {
      url: served.url,
      processes: [
        { name: 'ww serve', pid: served.pid },
        ...stdio.map(({ pid }, place) => ({ name: `ww mcp ${place + 1}`, pid })),
      ],
      doors: [
        restDoor(served.url),
        ...stdio.map(({ call }) => mcpDoor(call)),
        mcpDoor((name, input) => overHttp.call(name, { ...input, project })),
      ],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const mcpDoor = (call) => async (name, input) => (await call(name, input)).structuredContent

const restDoor = (url) => async (name, input) => {
  const response = await fetch(`${url}/tools/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...input, project: input.project ?? project }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return JSON.parse(text)
}

async function connectOverHttp(url) {
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  return {
    async call(name, input) {
      const answer = await client.callTool({ name, arguments: input }, { timeout: 600_000 })
      if (answer.isError) throw new Error(answer.content[0].text)
      return answer
    },
    close: () => client.close(),
  }
}
