type Id = string | number

/** Which requests still wait for their answer. */
export interface PendingRequests {
  opened(id: Id): void
  answered(id: Id): void
  /** Resolves once every request is answered, or after `patienceMs`: a cancelled one never is. */
  whenIdle(patienceMs: number): Promise<void>
}

export function createPendingRequests(): PendingRequests {
  const open = new Set<Id>()
  let onIdle = () => {}
  return {
    opened: (id) => open.add(id),
    answered(id) {
      open.delete(id)
      if (open.size === 0) onIdle()
    },
    whenIdle: (patienceMs) =>
      new Promise((resolve) => {
        if (open.size === 0) return resolve()
        onIdle = resolve
        setTimeout(resolve, patienceMs).unref()
      }),
  }
}
