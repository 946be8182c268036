import type { Client } from './driver.js'

/** The channel on which commits are announced; the payload is the tenant's number. */
export const channel = 'world_weaver'

/** Subscribers also poll: a notification can get lost, and a pooler may not forward any. */
const pollMs = 2_000
const pollUnconnectedMs = 500

type StopListening = () => Promise<void>
type Listen = (onPayload: (payload: string) => void, onLost: () => void) => Promise<StopListening>

/** Receives change notifications of all tenants on one connection, which is open while there are subscriptions. */
export class Listener {
  readonly #listen: Listen
  readonly #subscriptions = new Set<Subscription>()
  #listening: Promise<StopListening> | undefined

  constructor(listen: Listen) {
    this.#listen = listen
  }

  subscribe(tenant: number): Subscription {
    const subscription = new Subscription(tenant, {
      connect: () => this.#connect(),
      close: async () => {
        this.#subscriptions.delete(subscription)
        if (this.#subscriptions.size === 0) await this.close()
      },
    })
    this.#subscriptions.add(subscription)
    return subscription
  }

  async #connect(): Promise<boolean> {
    this.#listening ??= this.#listen(
      (payload) => this.#notify(Number(payload)),
      () => {
        this.#listening = undefined
        // Notifications may have been missed.
        for (const subscription of this.#subscriptions) subscription.notify()
      },
    )
    const listening = this.#listening
    try {
      await listening
      return true
    } catch {
      if (this.#listening === listening) this.#listening = undefined
      return false
    }
  }

  #notify(tenant: number): void {
    for (const each of this.#subscriptions) if (each.tenant === tenant) each.notify()
  }

  async close(): Promise<void> {
    const listening = this.#listening
    this.#listening = undefined
    const stop = await listening?.catch(() => undefined)
    await stop?.()
  }
}

/** Waits for changes of one tenant. */
export class Subscription {
  readonly tenant: number
  /** How many notifications have arrived. */
  received = 0
  /** False if no connection can be opened. */
  readonly connect: () => Promise<boolean>
  readonly close: () => Promise<void>
  #wake: (() => void) | undefined

  constructor(tenant: number, { connect, close }: Pick<Subscription, 'connect' | 'close'>) {
    this.tenant = tenant
    this.connect = connect
    this.close = close
  }

  notify(): void {
    this.received++
    this.#wake?.()
  }

  /** Resolves when more than `before` notifications have arrived, when it is time to poll, or on abort. */
  wait(before: number, isConnected: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (this.received !== before || signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(done, isConnected ? pollMs : pollUnconnectedMs)
      signal.addEventListener('abort', done)
      this.#wake = done
    })
  }
}

/** Listens on a dedicated connection, which is closed afterwards instead of being reused. */
export async function listenOn(
  client: Client,
  onPayload: (payload: string) => void,
  onLost: () => void,
): Promise<StopListening> {
  let isOver = false
  const end = (error: Error) => {
    if (isOver) return
    isOver = true
    client.removeAllListeners('notification')
    client.release(error)
  }
  client.on('error', (error) => {
    end(error)
    onLost()
  })
  client.on('notification', ({ payload = '' }) => onPayload(payload))
  try {
    await client.query({ text: `LISTEN ${channel}` })
  } catch (error) {
    end(error as Error)
    throw error
  }
  return async () => end(new Error('the listener was closed'))
}
