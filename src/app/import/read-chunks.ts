import { closeSync, openSync, readSync } from 'node:fs'

const maxBytes = 1024 * 1024
/** Room to detect the end, or that the file has grown. */
const minBytes = 4096

/**
 * Reads a file of about this size in chunks, each in a buffer of its own that is no larger than needed: most histories
 * are hundreds of small files, for each of which a stream would allocate more. Reads synchronously: the thread pool
 * takes five times as long for such a file (`npm run bench:import`).
 */
export function* readChunks(path: string, size: number): Generator<Uint8Array, void, undefined> {
  const file = openSync(path, 'r')
  try {
    for (let read = 0; ; ) {
      const buffer = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(minBytes, size - read)))
      const bytesRead = readSync(file, buffer)
      if (bytesRead === 0) return
      read += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    closeSync(file)
  }
}
