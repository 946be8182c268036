import { closeSync, openSync, readSync } from 'node:fs'

const mostBytes = 1024 * 1024
/** To see that there is no more, or that the file has grown since. */
const fewestBytes = 4096

/**
 * The bytes of a file of about this size. Each chunk has memory of its own, no more than it needs: most histories are
 * hundreds of files far smaller than what a stream would set aside for each, twice. In this thread: to ask another one
 * takes five times as long as to read such a file, and whoever imports waits for it anyway.
 */
export function* readChunks(path: string, size: number): Generator<Uint8Array, void, undefined> {
  const file = openSync(path, 'r')
  try {
    for (let read = 0; ; ) {
      const buffer = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(fewestBytes, size - read)))
      const bytesRead = readSync(file, buffer)
      if (bytesRead === 0) return
      read += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    closeSync(file)
  }
}
