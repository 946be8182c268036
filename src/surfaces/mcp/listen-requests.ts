import {
  type JSONRPCMessage,
  type RequestId,
  SUBSCRIPTION_ID_META_KEY,
  type SubscriptionFilter,
} from '@modelcontextprotocol/server'
import type { Subscriptions } from './subscriptions.js'

/**
 * `subscriptions/listen` of the 2026 protocol over stdio. The SDK serves it before our server sees it, so we watch its
 * messages: the client's request and the SDK's acknowledgement.
 */
export interface ListenRequests {
  received(id: RequestId): void
  cancelled(id: RequestId): void
  /** The subscription that an acknowledgement opens, or undefined for any other message. */
  acknowledged(message: JSONRPCMessage): { readonly id: RequestId; readonly opened: Promise<void> } | undefined
}

export function createListenRequests(subscriptions: Subscriptions): ListenRequests {
  // Not yet acknowledged: a request that is cancelled meanwhile is not opened.
  const pending = new Set<RequestId>()
  return {
    received: (id) => pending.add(id),
    cancelled(id) {
      pending.delete(id)
      subscriptions.close(id)
    },
    acknowledged(message) {
      if (!('method' in message) || message.method !== 'notifications/subscriptions/acknowledged') return undefined
      // The SDK's own message, which has this shape.
      const params = message.params as { notifications: SubscriptionFilter; _meta: Record<string, RequestId> }
      const id = params._meta[SUBSCRIPTION_ID_META_KEY]
      const { resourceSubscriptions: uris = [], resourcesListChanged: list = false } = params.notifications
      if (!pending.delete(id) || (uris.length === 0 && !list)) return { id, opened: Promise.resolve() }
      return { id, opened: subscriptions.open(id, { uris, list }) }
    },
  }
}
