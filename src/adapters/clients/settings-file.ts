import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readFile, readlink, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { WorldWeaverError } from '../../errors.js'

/** The bytes of a settings file; undefined if it does not exist. */
export async function readSettings(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    return refuse('read', path, error)
  })
}

/**
 * Replaces `current` by `next` atomically, keeps the file's mode, and follows a symbolic link. Returns false and changes
 * nothing if the file no longer holds `current`, because its program may write it too.
 */
export async function replaceSettings(
  path: string,
  current: Buffer | undefined,
  next: Buffer | undefined,
): Promise<boolean> {
  const target = await resolveLink(path)
  if (next === undefined) {
    if (!isSame(current, await readSettings(target))) return false
    await rm(target, { force: true }).catch((error) => refuse('remove', path, error))
    return true
  }
  const partial = `${target}.${process.pid}.partial`
  try {
    if (current !== undefined) await access(target, constants.W_OK)
    const mode = current === undefined ? 0o600 : (await stat(target)).mode & 0o777
    const file = await open(partial, 'w', mode)
    try {
      // The umask does not apply to a mode that the file already had.
      await file.chmod(mode)
      await file.writeFile(next)
      await file.sync()
    } finally {
      await file.close()
    }
    if (!isSame(current, await readSettings(target))) return false
    await rename(partial, target)
    return true
  } catch (error) {
    return refuse('write', path, error as NodeJS.ErrnoException)
  } finally {
    await rm(partial, { force: true })
  }
}

/** Returns the folders it created, the outermost first. */
export async function makeFolders(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => refuse('write', folder, error))
  if (first === undefined) return []
  const made = [folder]
  while (made[0] !== first) made.unshift(dirname(made[0]))
  return made
}

/** Removes empty folders from the innermost outwards, up to the first that is not empty. */
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

/** The file behind a symbolic link, which may not exist yet. */
async function resolveLink(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink() !== true) return path
  return realpath(path).catch(async () => resolve(dirname(path), await readlink(path)))
}

function refuse(what: 'read' | 'write' | 'remove', path: string, error: NodeJS.ErrnoException): never {
  const [, reason] = getSystemErrorMap().get(error.errno ?? 0) ?? []
  throw new WorldWeaverError('validation_error', `Cannot ${what} ${path}: ${reason ?? error.message}`, { cause: error })
}
