import type { ResourceChange } from '../../resources/follow.js'

/** The changes that a client subscribes to. */
export interface Wanted {
  readonly uris: readonly string[]
  readonly list: boolean
}

/** Sends notifications to the client. */
export interface Listener {
  updated(uri: string): void
  listChanged(): void
}

export interface Subscriptions {
  /** Sets the receiver of notifications. */
  sendTo(listener: Listener): void
  /** Resolves once changes are followed: every later write is notified. */
  open(id: string | number, wanted: Wanted): Promise<void>
  close(id: string | number): void
  /** The client has disconnected. */
  end(): void
}

interface Options {
  /** The first item only marks the start and carries no change. */
  readonly follow: (signal: AbortSignal) => AsyncIterator<ResourceChange, unknown>
  readonly onError: (error: unknown) => void
  /** The feed ended while there are still subscriptions. */
  readonly onOver?: () => void
}

const retryMs = 1_000

/** The subscriptions of one connection, in any protocol version. Follows changes only while there are subscriptions. */
export function createSubscriptions({ follow, onError, onOver }: Options): Subscriptions {
  const open = new Map<string | number, Wanted>()
  let listener: Listener = { updated() {}, listChanged() {} }
  let following: { readonly started: Promise<void>; readonly ending: AbortController } | undefined

  function begin(): Promise<void> {
    if (following !== undefined) return following.started
    const ending = new AbortController()
    const changes = follow(ending.signal)
    const started = changes.next().then(() => undefined)
    following = { started, ending }
    started.then(
      () => notifyOf(changes, ending.signal),
      () => {
        // The caller gets the error; the next `open` retries.
        if (following?.ending === ending) following = undefined
      },
    )
    return started
  }

  async function notifyOf(changes: AsyncIterator<ResourceChange, unknown>, signal: AbortSignal): Promise<void> {
    try {
      for (let next = await changes.next(); next.done !== true; next = await changes.next()) notify(next.value)
      if (!signal.aborted) onOver?.()
    } catch (error) {
      if (signal.aborted) return
      onError(error)
      following = undefined
      setTimeout(restart, retryMs).unref()
    }
  }

  /** Changes during the interruption are unknown, so every subscription is notified. */
  function restart(): void {
    if (open.size === 0) return
    begin().then(
      () => notify({ touches: () => true, listChanged: true }),
      (error) => {
        onError(error)
        setTimeout(restart, retryMs).unref()
      },
    )
  }

  function stop(): void {
    following?.ending.abort()
    following = undefined
  }

  function notify({ touches, listChanged }: ResourceChange): void {
    const wanted = [...open.values()]
    const uris = new Set(wanted.flatMap((each) => each.uris))
    for (const uri of uris) if (touches(uri)) listener.updated(uri)
    if (listChanged && wanted.some(({ list }) => list)) listener.listChanged()
  }

  return {
    sendTo(to) {
      listener = to
    },
    async open(id, wanted) {
      open.set(id, wanted)
      try {
        await begin()
      } catch (error) {
        open.delete(id)
        throw error
      }
    },
    close(id) {
      open.delete(id)
      if (open.size === 0) stop()
    },
    end() {
      open.clear()
      stop()
    },
  }
}
