import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { McpSurface } from './mcp-server.js'
import { noPrompt } from './not-offered.js'
import { toProtocolError } from './protocol-error.js'
import type { Subscriptions } from './subscriptions.js'

type ResourceSurface = Pick<McpSurface, 'loadResources' | 'subscriptions' | 'countCall'>

/** The protocol's limit. */
const maxCompletions = 100

const mimeType = 'application/json'

/** Registers the handlers for resources. */
export function handleResources(server: Server, { loadResources, subscriptions, countCall }: ResourceSurface): void {
  server.setRequestHandler('resources/list', (_, { mcpReq }) =>
    asProtocol('resources/list', async () => {
      // The 2025 protocol cannot subscribe to the list, so reading it subscribes.
      if (mcpReq.envelope === undefined) await subscriptions?.open('list', { uris: [], list: true })
      const resources = await (await loadResources()).list()
      return { resources: resources.map((resource) => ({ ...resource, mimeType })) }
    }),
  )

  server.setRequestHandler('resources/templates/list', async () => {
    const { templates } = await loadResources()
    return { resourceTemplates: templates.map((template) => ({ ...template, mimeType })) }
  })

  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const content = await asProtocol(uri, async () => {
      const refusal = countCall(mcpReq.id, undefined)
      if (refusal !== undefined) throw refusal
      return (await loadResources()).read(uri)
    })
    return { contents: [{ uri, mimeType, text: JSON.stringify(content) }] }
  })

  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    if (ref.type !== 'ref/resource') throw noPrompt(ref.name)
    const found = await asProtocol(ref.uri, async () =>
      (await loadResources()).complete(ref.uri, argument.name, argument.value),
    )
    const values = found.slice(0, maxCompletions)
    return { completion: { values, total: found.length, hasMore: values.length < found.length } }
  })

  if (subscriptions === undefined) refuseSubscriptions(server, loadResources)
  else handleSubscriptions(server, subscriptions, loadResources)
}

/** Subscriptions of the 2025 protocol need a connection, and HTTP has none. */
function refuseSubscriptions(server: Server, loadResources: ResourceSurface['loadResources']): void {
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    server.setRequestHandler(method, ({ params: { uri } }) =>
      asProtocol(uri, async () => {
        ;(await loadResources()).check(uri)
        const message = 'Over HTTP, subscribing takes the protocol of 2026-07-28: subscriptions/listen'
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, message)
      }),
    )
  }
}

/** Sends the notifications of a connection's subscriptions on that connection until it ends. */
function handleSubscriptions(
  server: Server,
  subscriptions: Subscriptions,
  loadResources: ResourceSurface['loadResources'],
): void {
  const report = (error: Error) => server.onerror?.(error)
  subscriptions.sendTo({
    updated: (uri) => void server.sendResourceUpdated({ uri }).catch(report),
    listChanged: () => void server.sendResourceListChanged().catch(report),
  })

  server.onclose = subscriptions.end

  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    await asProtocol(uri, async () => {
      const resources = await loadResources()
      resources.check(uri)
      await subscriptions.open(uri, { uris: [uri], list: false })
    })
    return {}
  })

  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    subscriptions.close(uri)
    return {}
  })
}

async function asProtocol<Result>(uri: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toProtocolError(error, uri)
  }
}
