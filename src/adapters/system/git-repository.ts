import { lstat, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { type RepositoryFiles, toRepositoryFiles } from '../../memory/references/repository-files.js'
import type { Repository } from '../../ports/repository.js'
import { readGitIndex } from './git-index.js'

export interface WorkTree {
  readonly root: string
  /** The folder of its index. */
  readonly gitDir: string
  readonly project: string
}

/** A larger index (a million files) takes too long to read for one call. */
const maxIndexBytes = 128 * 1024 ** 2
/** Calls at about the same time check the same paths; a change is seen after this delay. */
const cacheMs = 5_000
const maxCachedPaths = 10_000

/** A file is only reported gone if that is certain; read errors count as unknown. */
export function createGitRepository({ root, gitDir, project }: WorkTree, now = () => performance.now()): Repository {
  const readTracked = createTrackedReader(join(gitDir, 'index'))
  let cached = new Map<string, boolean>()
  let since = now()

  async function isGone(path: string): Promise<boolean> {
    const within = toRelative(path, root)
    if (within === undefined) return false
    const known = cached.get(within)
    if (known !== undefined) return known
    const tracked = await readTracked()
    const gone = tracked?.mayHaveContained(within) === true && (await isMissing(root, within))
    if (cached.size < maxCachedPaths) cached.set(within, gone)
    return gone
  }

  return {
    project,
    async findGone(paths) {
      if (now() - since > cacheMs) {
        cached = new Map()
        since = now()
      }
      const gone = new Set<string>()
      for (const path of paths) if (await isGone(path)) gone.add(path)
      return gone
    },
  }
}

/** The path from the root with slashes; undefined if it is outside. */
function toRelative(path: string, root: string): string | undefined {
  const prefix = root.endsWith(sep) ? root : root + sep
  if (isAbsolute(path) && !path.startsWith(prefix)) return undefined
  const within = isAbsolute(path) ? path.slice(prefix.length) : path
  const segments = within.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0 || segments.includes('..') || within.includes('\0')) return undefined
  return segments.join('/') + (within.endsWith('/') ? '/' : '')
}

/** Checks each segment, so that no symbolic link is followed: its target is unknown. */
async function isMissing(root: string, path: string): Promise<boolean> {
  let current = root
  for (const segment of path.split('/')) {
    if (segment === '') continue
    current = join(current, segment)
    try {
      if ((await lstat(current)).isSymbolicLink()) return false
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return code === 'ENOENT' || code === 'ENOTDIR'
    }
  }
  return false
}

/** Rereads the index when it has changed. */
function createTrackedReader(path: string): () => Promise<RepositoryFiles | undefined> {
  let version = ''
  let tracked: RepositoryFiles | undefined
  return async () => {
    try {
      const { mtimeMs, size } = await stat(path)
      if (size > maxIndexBytes) return undefined
      if (version !== `${mtimeMs} ${size}`) {
        tracked = toTracked(await readFile(path))
        version = `${mtimeMs} ${size}`
      }
      return tracked
    } catch {
      return undefined
    }
  }
}

function toTracked(bytes: Buffer): RepositoryFiles | undefined {
  const index = readGitIndex(bytes)
  if (index === undefined) return undefined
  const files = toRepositoryFiles(index.paths)
  const skipped = new Set(index.skipped)
  return { mayHaveContained: (path) => !skipped.has(path) && files.mayHaveContained(path) }
}
