import { lstat, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { type RepositoryFiles, toRepositoryFiles } from '../../memory/references/repository-files.js'
import type { Repository } from '../../ports/repository.js'
import { readGitIndex } from './git-index.js'

export interface WorkTree {
  readonly root: string
  /** Where its index is. */
  readonly gitDir: string
  readonly project: string
}

/** A larger index (a million files) would take longer to read than an answer may. */
const largestIndex = 128 * 1024 ** 2
/** Answers of one moment ask for the same paths; a file that comes or goes is seen a moment later. */
const rememberedMs = 5_000
const mostRemembered = 10_000

/** What cannot be read is not known, and nothing is said to be gone that is not known to be. */
export function createGitRepository({ root, gitDir, project }: WorkTree, now = () => performance.now()): Repository {
  const readKept = keepKept(join(gitDir, 'index'))
  let remembered = new Map<string, boolean>()
  let since = now()

  async function isGone(path: string): Promise<boolean> {
    const within = toRelative(path, root)
    if (within === undefined) return false
    const known = remembered.get(within)
    if (known !== undefined) return known
    const kept = await readKept()
    const gone = kept?.mayHaveHeld(within) === true && (await isMissing(root, within))
    if (remembered.size < mostRemembered) remembered.set(within, gone)
    return gone
  }

  return {
    project,
    async findGone(paths) {
      if (now() - since > rememberedMs) {
        remembered = new Map()
        since = now()
      }
      const gone = new Set<string>()
      for (const path of paths) if (await isGone(path)) gone.add(path)
      return gone
    },
  }
}

/** With slashes, from the root; undefined when it leads elsewhere. */
function toRelative(path: string, root: string): string | undefined {
  const prefix = root.endsWith(sep) ? root : root + sep
  if (isAbsolute(path) && !path.startsWith(prefix)) return undefined
  const within = isAbsolute(path) ? path.slice(prefix.length) : path
  const segments = within.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0 || segments.includes('..') || within.includes('\0')) return undefined
  return segments.join('/') + (within.endsWith('/') ? '/' : '')
}

/** Step by step, so that no link is ever followed: what is behind one is not known. */
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

/** Reads the index again when it has changed. */
function keepKept(path: string): () => Promise<RepositoryFiles | undefined> {
  let version = ''
  let kept: RepositoryFiles | undefined
  return async () => {
    try {
      const { mtimeMs, size } = await stat(path)
      if (size > largestIndex) return undefined
      if (version !== `${mtimeMs} ${size}`) {
        kept = toKept(await readFile(path))
        version = `${mtimeMs} ${size}`
      }
      return kept
    } catch {
      return undefined
    }
  }
}

function toKept(bytes: Buffer): RepositoryFiles | undefined {
  const index = readGitIndex(bytes)
  if (index === undefined) return undefined
  const files = toRepositoryFiles(index.paths)
  const skipped = new Set(index.skipped)
  return { mayHaveHeld: (path) => !skipped.has(path) && files.mayHaveHeld(path) }
}
