import { WorldWeaverError } from '../../errors.js'
import { newestSeq } from './change-reader.js'
import type { Database } from './database.js'
import type { Ear } from './listener.js'

/** Yields the newest number of the change log: at once, then whenever it has moved, also by other processes. */
export async function* watch(database: Database, signal: AbortSignal): AsyncGenerator<number> {
  let opening: Promise<Ear> | undefined
  const look = async () => {
    opening ??= database.listen()
    const ear = await opening.catch((error: unknown) => {
      opening = undefined
      throw error
    })
    // Before looking, so that nothing is said between the two.
    const isHearing = await ear.attend()
    const { heard } = ear
    return { ear, isHearing, heard, newest: await database.read(newestSeq) }
  }
  let seen: number | undefined
  try {
    while (!signal.aborted) {
      const looked = await unlessStopped(look().catch(passOver), signal)
      if (signal.aborted) return
      if (looked === undefined) continue
      const { ear, isHearing, heard, newest } = looked
      if (newest !== seen) yield newest
      seen = newest
      await ear.wait(heard, isHearing, signal)
    }
  } finally {
    opening?.then((ear) => ear.close()).catch(() => undefined)
  }
}

/** A server that is away for long: whoever watches goes on when it is back. */
function passOver(error: unknown): undefined {
  if (!(error instanceof WorldWeaverError)) throw error
}

function unlessStopped<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
