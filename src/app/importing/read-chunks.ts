import { open } from 'node:fs/promises'

const mostBytes = 1024 * 1024
/** To see that there is no more, or that the file has grown since. */
const fewestBytes = 4096

/**
 * The bytes of a file of about this size. Each chunk has memory of its own, no more than it needs: most histories are
 * hundreds of files far smaller than what a stream would set aside for each, twice.
 */
export async function* readChunks(path: string, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path)
  try {
    for (let read = 0; ; ) {
      const buffer = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(fewestBytes, size - read)))
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return
      read += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
