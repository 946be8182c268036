import type { RequestId } from '@modelcontextprotocol/server'

/** Requests that have no response yet. */
export interface PendingRequests {
  opened(id: RequestId): void
  answered(id: RequestId): void
  /** Resolves once every request is answered, or after `timeoutMs`. */
  whenIdle(timeoutMs: number): Promise<void>
}

export function createPendingRequests(): PendingRequests {
  const open = new Set<RequestId>()
  let onIdle = () => {}
  return {
    opened: (id) => open.add(id),
    answered(id) {
      open.delete(id)
      if (open.size === 0) onIdle()
    },
    whenIdle: (timeoutMs) =>
      new Promise((resolve) => {
        if (open.size === 0) return resolve()
        onIdle = resolve
        setTimeout(resolve, timeoutMs).unref()
      }),
  }
}
