import { type JSONRPCMessage, SUBSCRIPTION_ID_META_KEY, type SubscriptionFilter } from '@modelcontextprotocol/server'
import type { Subscriptions } from './subscriptions.js'

type Id = string | number

/**
 * `subscriptions/listen` of the 2026 protocol. The SDK serves it before any server sees it, so it is seen from outside:
 * in what the client asks and in what the SDK acknowledges.
 */
export interface Listening {
  /** A request came in. */
  asked(id: Id, method: string): void
  /** The client no longer wants an answer. */
  cancelled(id: Id): void
  /** What an acknowledgement opens, or undefined for any other message. */
  acknowledged(message: JSONRPCMessage): { readonly id: Id; readonly opened: Promise<void> } | undefined
}

export function createListening(subscriptions: Subscriptions): Listening {
  // Asked for and not yet acknowledged: one that is cancelled meanwhile is not opened.
  const asked = new Set<Id>()
  return {
    asked(id, method) {
      if (method === 'subscriptions/listen') asked.add(id)
    },
    cancelled(id) {
      asked.delete(id)
      subscriptions.close(id)
    },
    acknowledged(message) {
      if (!('method' in message) || message.method !== 'notifications/subscriptions/acknowledged') return undefined
      // The SDK's own message, of its own shape.
      const params = message.params as { notifications: SubscriptionFilter; _meta: Record<string, Id> }
      const id = params._meta[SUBSCRIPTION_ID_META_KEY]
      const { resourceSubscriptions: uris = [], resourcesListChanged: list = false } = params.notifications
      if (!asked.delete(id) || (uris.length === 0 && !list)) return { id, opened: Promise.resolve() }
      return { id, opened: subscriptions.open(id, { uris, list }) }
    },
  }
}
