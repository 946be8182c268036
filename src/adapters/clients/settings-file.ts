import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readFile, readlink, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { WorldWeaverError } from '../../errors.js'

/** The bytes of a settings file; undefined where there is none. */
export async function readSettings(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    return refuse('read', path, error)
  })
}

/**
 * Puts `next` in the place of `current`: whole or not at all, with the rights that the file had, and at the other end of
 * a link. False, and nothing done, when the file no longer holds `current`: its program writes it as well.
 */
export async function replaceSettings(
  path: string,
  current: Buffer | undefined,
  next: Buffer | undefined,
): Promise<boolean> {
  const place = await findPlace(path)
  if (next === undefined) {
    if (!isSame(current, await readSettings(place))) return false
    await rm(place, { force: true }).catch((error) => refuse('remove', path, error))
    return true
  }
  const partial = `${place}.${process.pid}.partial`
  try {
    if (current !== undefined) await access(place, constants.W_OK)
    const mode = current === undefined ? 0o600 : (await stat(place)).mode & 0o777
    const file = await open(partial, 'w', mode)
    try {
      // What the process masks out was in the file's rights all the same.
      await file.chmod(mode)
      await file.writeFile(next)
      await file.sync()
    } finally {
      await file.close()
    }
    if (!isSame(current, await readSettings(place))) return false
    await rename(partial, place)
    return true
  } catch (error) {
    return refuse('write', path, error as NodeJS.ErrnoException)
  } finally {
    await rm(partial, { force: true })
  }
}

/** Answers with the folders it made, the outermost first. */
export async function makeFolders(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => refuse('write', folder, error))
  if (first === undefined) return []
  const made = [folder]
  while (made[0] !== first) made.unshift(dirname(made[0]))
  return made
}

/** Those that hold nothing, the innermost first, up to the first that holds something. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    const isGone = await rmdir(folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    if (!isGone) return
  }
}

const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other)

/** Where the file really is. A link may lead to a file that is still to be made. */
async function findPlace(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink() !== true) return path
  return realpath(path).catch(async () => resolve(dirname(path), await readlink(path)))
}

function refuse(what: 'read' | 'write' | 'remove', path: string, error: NodeJS.ErrnoException): never {
  const [, reason] = getSystemErrorMap().get(error.errno ?? 0) ?? []
  throw new WorldWeaverError('validation_error', `Cannot ${what} ${path}: ${reason ?? error.message}`, { cause: error })
}
