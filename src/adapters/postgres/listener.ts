import type { Client } from './driver.js'

/** Where commits are announced, by the number of the tenant. */
export const channel = 'world_weaver'

/** An announcement can get lost, and a pooler between us and the server may pass none on. */
const lookAnywayMs = 2_000
const lookWhileDeafMs = 500

type StopListening = () => Promise<void>
type Listen = (heard: (payload: string) => void, lost: () => void) => Promise<StopListening>

/** Hears, on one connection for the whole process, whose memories have changed; there is one while anybody listens. */
export class Listener {
  readonly #listen: Listen
  readonly #ears = new Set<Ear>()
  #listening: Promise<StopListening> | undefined

  constructor(listen: Listen) {
    this.#listen = listen
  }

  open(tenant: number): Ear {
    const ear = new Ear(tenant, {
      attend: () => this.#attend(),
      close: async () => {
        this.#ears.delete(ear)
        if (this.#ears.size === 0) await this.close()
      },
    })
    this.#ears.add(ear)
    return ear
  }

  async #attend(): Promise<boolean> {
    this.#listening ??= this.#listen(
      (payload) => this.#hear(Number(payload)),
      () => {
        this.#listening = undefined
        // Whatever was said meanwhile.
        for (const ear of this.#ears) ear.hear()
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

  #hear(tenant: number): void {
    for (const ear of this.#ears) if (ear.tenant === tenant) ear.hear()
  }

  async close(): Promise<void> {
    const listening = this.#listening
    this.#listening = undefined
    const stop = await listening?.catch(() => undefined)
    await stop?.()
  }
}

/** Of one who waits for a tenant's changes. */
export class Ear {
  readonly tenant: number
  /** How often something was heard. */
  heard = 0
  /** False when there is no connection to hear by. */
  readonly attend: () => Promise<boolean>
  readonly close: () => Promise<void>
  #wake: (() => void) | undefined

  constructor(tenant: number, { attend, close }: Pick<Ear, 'attend' | 'close'>) {
    this.tenant = tenant
    this.attend = attend
    this.close = close
  }

  hear(): void {
    this.heard++
    this.#wake?.()
  }

  /** Until something was heard that was not when the caller looked; not for ever, and not beyond the signal. */
  wait(before: number, isHearing: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (this.heard !== before || signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(done, isHearing ? lookAnywayMs : lookWhileDeafMs)
      signal.addEventListener('abort', done)
      this.#wake = done
    })
  }
}

/** On a connection that is kept for it, and given to nobody else afterwards. */
export async function listenOn(
  client: Client,
  heard: (payload: string) => void,
  lost: () => void,
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
    lost()
  })
  client.on('notification', ({ payload = '' }) => heard(payload))
  try {
    await client.query({ text: `LISTEN ${channel}` })
  } catch (error) {
    end(error as Error)
    throw error
  }
  return async () => end(new Error('nobody listens any more'))
}
