import type { RequestId } from '@modelcontextprotocol/server'

/**
 * Clients of 2025 cancel a request by a second one, which names the id of the first. Each client numbers its own
 * requests, so the key is client and id. Only requests running in this process are known.
 */
export interface Cancellations {
  /** The signal aborts when the client cancels the request; call `end` when the request is answered. */
  open(client: string, id: RequestId): Cancellation
  cancel(client: string, id: RequestId): void
}

interface Cancellation {
  readonly signal: AbortSignal
  end(): void
}

export function createCancellations(): Cancellations {
  const running = new Map<string, AbortController>()
  // As JSON, because the id 1 differs from the id "1".
  const keyOf = (client: string, id: RequestId) => JSON.stringify([client, id])
  return {
    open(client, id) {
      const key = keyOf(client, id)
      const controller = new AbortController()
      running.set(key, controller)
      return {
        signal: controller.signal,
        end() {
          if (running.get(key) === controller) running.delete(key)
        },
      }
    },
    cancel: (client, id) => running.get(keyOf(client, id))?.abort(),
  }
}
