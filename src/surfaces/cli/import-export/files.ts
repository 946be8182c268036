import { once } from 'node:events'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { getSystemErrorMap } from 'node:util'
import { WorldWeaverError } from '../../../errors.js'

export interface Target {
  write(piece: string | Uint8Array): Promise<void>
  /** With false, nothing of it remains. */
  end(isWhole: boolean): Promise<void>
}

/** The file gets its name once it is complete. By default only its owner may read it, as the memory itself. */
export async function openTarget(path: string, mode = 0o600): Promise<Target> {
  const target = await resolveTarget(path)
  const partial = target.isFile ? `${target.path}.${process.pid}.partial` : undefined
  const file = await open(partial ?? target.path, 'w', mode).catch((error) => refuse('write', path, error))
  return {
    async write(piece) {
      await file.writeFile(piece)
    },
    async end(isWhole) {
      try {
        if (isWhole && partial !== undefined) await file.sync()
        await file.close()
        if (isWhole && partial !== undefined) {
          await rename(partial, target.path).catch((error) => refuse('write', path, error))
        }
      } finally {
        // Does not exist any more after the rename.
        if (partial !== undefined) await rm(partial, { force: true })
      }
    },
  }
}

/**
 * Only a regular file may be replaced, and only behind links: replacing a device or a pipe (`/dev/null`) would break it
 * for the whole machine, and replacing a link would break the link.
 */
async function resolveTarget(path: string): Promise<{ readonly path: string; readonly isFile: boolean }> {
  const existing = await stat(path).catch(() => undefined)
  if (existing === undefined) return { path, isFile: true }
  return { path: await realpath(path), isFile: existing.isFile() }
}

/** Waits while the reader is slower. */
export const streamTarget = (stream: Writable): Target => ({
  async write(piece) {
    if (!stream.write(piece)) await once(stream, 'drain')
  },
  async end() {},
})

export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Undefined if it is not known. */
  readonly size: number | undefined
  /** The same bytes once more; undefined for what can be read only once. */
  readonly reopen?: () => Promise<AsyncIterable<Uint8Array>>
}

export async function openSource(path: string): Promise<Source> {
  const file = await open(path, 'r').catch((error) => refuse('read', path, error))
  const found = await file.stat()
  if (found.isDirectory()) {
    await file.close()
    throw new WorldWeaverError('validation_error', `Cannot read ${path}: it is a directory`)
  }
  const bytes = file.createReadStream({ highWaterMark: 1024 * 1024 })
  if (!found.isFile()) return { bytes, size: undefined }
  return { bytes, size: found.size, reopen: async () => (await openSource(path)).bytes }
}

function refuse(what: 'read' | 'write', path: string, error: NodeJS.ErrnoException): never {
  const [, reason] = getSystemErrorMap().get(error.errno ?? 0) ?? []
  throw new WorldWeaverError('validation_error', `Cannot ${what} ${path}: ${reason ?? error.message}`, { cause: error })
}
