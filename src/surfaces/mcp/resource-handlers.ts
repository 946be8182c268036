import { ProtocolError, ProtocolErrorCode, type RequestId, type Server } from '@modelcontextprotocol/server'
import type { WorldWeaverError } from '../../errors.js'
import type { Resources } from '../../resources/open-resources.js'
import { noPrompt } from './not-offered.js'
import { toProtocolError } from './protocol-error.js'
import type { Subscriptions } from './subscriptions.js'

interface ResourceSurface {
  readonly loadResources: () => Promise<Resources>
  readonly subscriptions?: Subscriptions
  /** COM10: the refusal when there were too many. */
  readonly countCall: (id: RequestId) => WorldWeaverError | undefined
}

/** The protocol's page for completions. */
const mostCompletions = 100

const mimeType = 'application/json'

/** Resources as the protocol shows them. */
export function handleResources(server: Server, { loadResources, subscriptions, countCall }: ResourceSurface): void {
  server.setRequestHandler('resources/list', (_, { mcpReq }) =>
    asProtocol('resources/list', async () => {
      // The protocol of 2025 has no way to ask for this: whoever has the list is told when it changes.
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
    const shown = await asProtocol(uri, async () => {
      const refusal = countCall(mcpReq.id)
      if (refusal !== undefined) throw refusal
      return (await loadResources()).read(uri)
    })
    return { contents: [{ uri, mimeType, text: JSON.stringify(shown) }] }
  })

  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    if (ref.type !== 'ref/resource') throw noPrompt(ref.name)
    const found = await asProtocol(ref.uri, async () =>
      (await loadResources()).complete(ref.uri, argument.name, argument.value),
    )
    const values = found.slice(0, mostCompletions)
    return { completion: { values, total: found.length, hasMore: values.length < found.length } }
  })

  if (subscriptions === undefined) refuseSubscriptions(server, loadResources)
  else handleSubscriptions(server, subscriptions, loadResources)
}

/** What a client of 2025 subscribes to is told on its connection, and here there is none. */
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

/** Of one connection: what is subscribed on it is told on it, until it ends. */
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
