import { WorldWeaverError } from '../../../errors.js'
import type { Database } from '../connection/database.js'
import type { Subscription } from '../connection/listener.js'
import { newestSeq } from './change-reader.js'

/** Yields the newest sequence number of the change log at once, then after every change by any process. */
export async function* watch(database: Database, signal: AbortSignal): AsyncGenerator<number> {
  let opening: Promise<Subscription> | undefined
  const poll = async () => {
    opening ??= database.subscribe()
    const subscription = await opening.catch((error: unknown) => {
      opening = undefined
      throw error
    })
    // Connected before the read, so that no notification is missed between the two.
    const isConnected = await subscription.connect()
    const { received } = subscription
    return { subscription, isConnected, received, newest: await database.read(newestSeq) }
  }
  let seen: number | undefined
  try {
    while (!signal.aborted) {
      const polled = await unlessAborted(poll().catch(ignoreOutage), signal)
      if (signal.aborted) return
      if (polled === undefined) continue
      const { subscription, isConnected, received, newest } = polled
      if (newest !== seen) yield newest
      seen = newest
      await subscription.wait(received, isConnected, signal)
    }
  } finally {
    opening?.then((subscription) => subscription.close()).catch(() => undefined)
  }
}

/** The watch continues when an unavailable server is back. */
function ignoreOutage(error: unknown): undefined {
  if (!(error instanceof WorldWeaverError)) throw error
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
