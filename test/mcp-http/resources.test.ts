import { describe, expect, test } from 'vitest'
import { eras, type HttpClient, useHttpClient } from '../support/http-client.js'
import { useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { useWorkflowServer } from '../support/workflow-server.js'

const temporaryFolder = useTemporaryFolders()

async function read({ client }: HttpClient, uri: string): Promise<Record<string, unknown>> {
  const { contents } = await client.readResource({ uri })
  const [content] = contents
  if (content === undefined || !('text' in content)) throw new Error('no text')
  return JSON.parse(content.text)
}

const episodes = 'memory://episodes/default'

describe.each(eras)('resources over HTTP, %s', (_, mode) => {
  test('[OPS3] are listed, read and completed', async () => {
    const { url } = await useWorkflowServer({ dataDir: temporaryFolder() })
    const http = await useHttpClient(url, { mode })
    const { id } = await http.ask('remember', { text: 'The bakery opens at six.' })
    const { resources } = await http.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(['memory://stats', episodes]))
    expect(JSON.stringify(await read(http, episodes))).toContain(String(id))
    expect((await http.client.listResourceTemplates()).resourceTemplates).toHaveLength(3)
    const ref = { type: 'ref/resource', uri: 'memory://episodes/{session_id}' } as const
    const { completion } = await http.client.complete({ ref, argument: { name: 'session_id', value: 'def' } })
    expect(completion.values).toEqual(['default'])
    await expect(http.client.readResource({ uri: 'memory://nothing' })).rejects.toMatchObject({ code: -32602 })
  })
})

test('[OPS3] a client of 2025 is not promised to hear of changes, and told what would take', async () => {
  const { url } = await useWorkflowServer({ dataDir: temporaryFolder() })
  const { client } = await useHttpClient(url, { mode: 'legacy' })
  expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: false, listChanged: false })
  await expect(client.request({ method: 'resources/subscribe', params: { uri: episodes } })).rejects.toMatchObject({
    code: -32601,
    message: expect.stringContaining('subscriptions/listen'),
  })
})

describe('subscriptions of a client of 2026', () => {
  function hearing({ client }: HttpClient): string[] {
    const heard: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
    client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('list'))
    return heard
  }

  test('[OPS3] tell of what is written here and by another process, each client of what it asked for', async () => {
    const dataDir = temporaryFolder()
    const { url } = await useWorkflowServer({ dataDir })
    const stdio = await useServer({ dataDir })
    const [one, other] = [await useHttpClient(url), await useHttpClient(url)]
    const [heardByOne, heardByOther] = [hearing(one), hearing(other)]
    const listening = await one.client.listen({ resourceSubscriptions: [episodes] })
    expect(listening.honoredFilter).toEqual({ resourceSubscriptions: [episodes] })
    await other.client.listen({ resourcesListChanged: true })

    await stdio.ask('remember', { text: 'The bakery opens at six.' })
    await expect.poll(() => heardByOne, { timeout: 60_000 }).toEqual([episodes])
    await other.ask('remember', { text: 'The oven is hot.', session_id: 'oven' })
    await expect.poll(() => heardByOther, { timeout: 60_000 }).toContain('list')
    expect(heardByOther).not.toContain(episodes)

    await listening.close()
    await one.ask('remember', { text: 'The shop is shut.' })
    await other.ask('remember', { text: 'The cellar is cold.', session_id: 'cellar' })
    await expect.poll(() => heardByOther.length, { timeout: 60_000 }).toBeGreaterThan(1)
    expect(heardByOne).toEqual([episodes])
  })

  test('[COM8] outlive the time that a request has, and are not counted as given up', async () => {
    const { url } = await useWorkflowServer({ dataDir: temporaryFolder(), env: { WW_REQUEST_TIMEOUT: '1' } })
    const http = await useHttpClient(url)
    const heard = hearing(http)
    await http.client.listen({ resourceSubscriptions: [episodes] })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await http.ask('remember', { text: 'The bakery opens at six.' })
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual([episodes])
    expect(await (await fetch(`${url}/metrics`)).text()).not.toMatch(/refused\S*\{[^}]*time[^}]*\} [1-9]/)
  })

  test('a server that goes away says so to whoever listens', async () => {
    const server = await useWorkflowServer({ dataDir: temporaryFolder() })
    const { client } = await useHttpClient(server.url)
    const listening = await client.listen({ resourceSubscriptions: [episodes] })
    expect(await Promise.all([server.stop(), listening.closed])).toEqual([0, 'graceful'])
    expect(server.log()).toBe('')
  })
})
