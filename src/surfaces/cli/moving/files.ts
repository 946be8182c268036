import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { getSystemErrorMap } from 'node:util'
import { WorldWeaverError } from '../../../errors.js'

export interface Target {
  write(text: string): Promise<void>
  /** With false nothing is left of it. */
  end(isWhole: boolean): Promise<void>
}

/** The file has its name only once it is whole; it is nobody's but its owner's to read, as the memory itself is. */
export async function openTarget(path: string): Promise<Target> {
  const partial = `${path}.${process.pid}.partial`
  const file = await open(partial, 'w', 0o600).catch((error) => refuse('write', path, error))
  return {
    async write(text) {
      await file.write(text)
    },
    async end(isWhole) {
      try {
        if (isWhole) await file.sync()
        await file.close()
        if (isWhole) await rename(partial, path).catch((error) => refuse('write', path, error))
      } finally {
        // Gone already when it got its name.
        await rm(partial, { force: true })
      }
    },
  }
}

/** Waits whenever whoever reads it is slower. */
export const streamTarget = (stream: Writable): Target => ({
  async write(text) {
    if (!stream.write(text)) await once(stream, 'drain')
  },
  async end() {},
})

export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Undefined where nobody can know. */
  readonly size: number | undefined
}

export async function openSource(path: string): Promise<Source> {
  const file = await open(path, 'r').catch((error) => refuse('read', path, error))
  const stat = await file.stat()
  if (stat.isDirectory()) {
    await file.close()
    throw new WorldWeaverError('validation_error', `Cannot read ${path}: it is a directory`)
  }
  return { bytes: file.createReadStream({ highWaterMark: 1024 * 1024 }), size: stat.isFile() ? stat.size : undefined }
}

function refuse(what: 'read' | 'write', path: string, error: NodeJS.ErrnoException): never {
  const [, reason] = getSystemErrorMap().get(error.errno ?? 0) ?? []
  throw new WorldWeaverError('validation_error', `Cannot ${what} ${path}: ${reason ?? error.message}`, { cause: error })
}
