import type { ResourceChange } from '../../resources/follow.js'

/** What a client wants to hear about. */
export interface Wanted {
  readonly uris: readonly string[]
  readonly list: boolean
}

/** How the client is told. */
export interface Listener {
  updated(uri: string): void
  listChanged(): void
}

export interface Subscriptions {
  /** Where notifications go from now on. */
  sendTo(listener: Listener): void
  /** Resolves once changes are followed: whatever is written from then on is told. */
  open(id: string | number, wanted: Wanted): Promise<void>
  close(id: string | number): void
  /** The client has gone. */
  end(): void
}

interface Options {
  /** The first change comes at once and says nothing; those after it are told. */
  readonly follow: (signal: AbortSignal) => AsyncIterator<ResourceChange, unknown>
  readonly onError: (error: unknown) => void
  /** There will be no more changes, though somebody still wants them. */
  readonly onOver?: () => void
}

const retryMs = 1_000

/** What one connection has subscribed to, whichever way its protocol does that. Follows changes only while there is any. */
export function createSubscriptions({ follow, onError, onOver }: Options): Subscriptions {
  const open = new Map<string | number, Wanted>()
  let listener: Listener = { updated() {}, listChanged() {} }
  let following: { readonly begun: Promise<void>; readonly ending: AbortController } | undefined

  function begin(): Promise<void> {
    if (following !== undefined) return following.begun
    const ending = new AbortController()
    const changes = follow(ending.signal)
    const begun = changes.next().then(() => undefined)
    following = { begun, ending }
    begun.then(
      () => tellOf(changes, ending.signal),
      () => {
        // The caller gets the error; the next one tries anew.
        if (following?.ending === ending) following = undefined
      },
    )
    return begun
  }

  async function tellOf(changes: AsyncIterator<ResourceChange, unknown>, signal: AbortSignal): Promise<void> {
    try {
      for (let next = await changes.next(); next.done !== true; next = await changes.next()) tell(next.value)
      if (!signal.aborted) onOver?.()
    } catch (error) {
      if (signal.aborted) return
      onError(error)
      following = undefined
      setTimeout(beginAgain, retryMs).unref()
    }
  }

  /** What happened meanwhile is not known, so anything may have changed. */
  function beginAgain(): void {
    if (open.size === 0) return
    begin().then(
      () => tell({ touches: () => true, listChanged: true }),
      (error) => {
        onError(error)
        setTimeout(beginAgain, retryMs).unref()
      },
    )
  }

  function stop(): void {
    following?.ending.abort()
    following = undefined
  }

  function tell({ touches, listChanged }: ResourceChange): void {
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
