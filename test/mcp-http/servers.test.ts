import { describe, expect, test } from 'vitest'
import { eras, useHttpClient } from '../support/http-client.js'
import { useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { useWorkflowServer } from '../support/workflow-server.js'

const temporaryFolder = useTemporaryFolders()

const contents = ({ memories }: Record<string, unknown>): unknown =>
  (memories as readonly { readonly content: string }[]).map(({ content }) => content)

describe.each(eras)('nothing hangs on an MCP session, %s', (_, mode) => {
  test.each(['crash', 'stop'] as const)('a client goes on after its server’s %s and start', async (ending) => {
    const dataDir = temporaryFolder()
    const first = await useWorkflowServer({ dataDir })
    const { client, ask } = await useHttpClient(first.url, { mode })
    await ask('remember', { text: 'The bakery opens at six.' })
    await first[ending]()
    await expect(ask('memory_stats')).rejects.toThrow()
    await useWorkflowServer({ dataDir, port: Number(new URL(first.url).port) })
    expect(contents(await ask('recall', { query: 'bakery' }))).toEqual(['The bakery opens at six.'])
    expect((await client.listResources()).resources.length).toBeGreaterThan(0)
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  })

  test('two processes answer one client in turn', async () => {
    const dataDir = temporaryFolder()
    const servers = [await useWorkflowServer({ dataDir }), await useWorkflowServer({ dataDir })]
    const asked: string[] = []
    const { ask } = await useHttpClient(servers[0].url, {
      mode,
      fetch(to, init) {
        const { origin } = new URL(servers[asked.length % 2].url)
        asked.push(origin)
        return fetch(new URL(new URL(to).pathname, origin), init)
      },
    })
    for (const text of ['Loaf one.', 'Loaf two.', 'Loaf three.']) {
      const { id } = await ask('remember', { text })
      expect(await ask('get_memory', { id })).toMatchObject({ content: text })
    }
    expect(new Set(asked)).toEqual(new Set(servers.map(({ url }) => url)))
  })
})

test('`ww mcp` and `ww serve` on one store see what the other wrote, while both write', async () => {
  const dataDir = temporaryFolder()
  const stdio = await useServer({ dataDir, env: { WW_PROJECT: '' } })
  const http = await useHttpClient((await useWorkflowServer({ dataDir })).url)
  const writers = { stdio, http }
  const told = await Promise.all(
    Object.entries(writers).flatMap(([name, { ask }]) =>
      Array.from({ length: 20 }, async (_, at) => {
        const text = `Loaf ${at} by ${name}.`
        return { id: String((await ask('remember', { text, project: 'bakery' })).id), text }
      }),
    ),
  )
  for (const { ask } of [stdio, http]) {
    for (const { id, text } of told)
      expect(await ask('get_memory', { id, project: 'bakery' })).toMatchObject({ content: text })
  }
})
