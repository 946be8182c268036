import { isRequestId, type Message, paramsOf } from './messages-in.js'

/**
 * Clients of 2025 give up on a request by another one, which tells the first one's number. Numbers are each client's
 * own: `client` tells whose. Only what is under way in this process is known here, and nothing else hangs on it.
 */
export interface Cancellations {
  /** Of a request, what aborts when the client gives up on it; to be ended with it. Any other message is taken note of. */
  take(client: string, message: Message): Cancellation | undefined
}

interface Cancellation {
  readonly signal: AbortSignal
  end(): void
}

export function createCancellations(): Cancellations {
  const underWay = new Map<string, AbortController>()
  // A number is not the text of its digits.
  const keyOf = (client: string, id: unknown) => JSON.stringify([client, id])

  function open(key: string): Cancellation {
    const controller = new AbortController()
    underWay.set(key, controller)
    return {
      signal: controller.signal,
      end() {
        if (underWay.get(key) === controller) underWay.delete(key)
      },
    }
  }

  return {
    take(client, { id, method, params }) {
      if (method === 'notifications/cancelled') underWay.get(keyOf(client, paramsOf(params).requestId))?.abort()
      return isRequestId(id) ? open(keyOf(client, id)) : undefined
    },
  }
}
