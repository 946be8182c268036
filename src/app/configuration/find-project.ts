import { basename, dirname, join, resolve } from 'node:path'
import type { WorkTree } from '../../adapters/system/git-repository.js'
import { readSmallFile } from './read-small-file.js'

interface Repository {
  readonly root: string
  readonly gitDir: string
  /** The folder of `config`, which all worktrees share. */
  readonly commonDir: string
  readonly folderName: string
}

/**
 * The project that a folder belongs to: `owner/name` of its git repository's remote, so that worktrees and clones
 * share it, else the name of the repository's folder; null outside of one. Reads git's files, because starting git
 * would cost more than the rest of the start.
 */
export const findProject = (folder: string): string | null => findWorkTree(folder)?.project ?? null

/** The project and the folders of its working tree. */
export function findWorkTree(folder: string): WorkTree | undefined {
  const repository = findRepository(resolve(folder))
  if (repository === undefined) return undefined
  const url = remoteUrl(readIfReadable(join(repository.commonDir, 'config')) ?? '')
  const project = (url && projectOfUrl(url)) || repository.folderName
  return project === '' ? undefined : { root: repository.root, gitDir: repository.gitDir, project }
}

function findRepository(folder: string): Repository | undefined {
  for (let current = folder; ; current = dirname(current)) {
    const repository = openRepository(current)
    if (repository !== undefined) return repository
    if (dirname(current) === current) return undefined
  }
}

/** https://git-scm.com/docs/gitrepository-layout */
function openRepository(folder: string): Repository | undefined {
  const gitDir = gitDirOf(folder)
  // Without a HEAD it is not a repository; git continues with the parent folder, too.
  if (readIfReadable(join(gitDir, 'HEAD')) === undefined) return undefined
  const commonDir = readIfReadable(join(gitDir, 'commondir'))
  // Not a worktree: the repository itself, or a submodule, which has a config of its own.
  if (commonDir === undefined) return { root: folder, gitDir, commonDir: gitDir, folderName: basename(folder) }
  const shared = resolve(gitDir, commonDir.trim())
  const isBare = basename(shared) !== '.git'
  const folderName = isBare ? withoutGit(basename(shared)) : basename(dirname(shared))
  return { root: folder, gitDir, commonDir: shared, folderName }
}

/** `.git` is a folder, or a file that points to one. */
function gitDirOf(folder: string): string {
  const path = join(folder, '.git')
  const link = /^gitdir:(.+)$/m.exec(readIfReadable(path) ?? '')?.[1]?.trim()
  return link === undefined || link === '' ? path : resolve(folder, link)
}

/** The url of `origin`, else of the first remote. */
function remoteUrl(config: string): string | undefined {
  const urls = new Map<string, string>()
  let remote: string | undefined
  for (const line of config.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]
    if (section !== undefined) remote = /^remote\s+"(.*)"$/i.exec(section.trim())?.[1]
    const url = /^\s*url\s*=(.*)$/i.exec(line)?.[1]?.trim().replace(/^"|"$/g, '')
    if (remote !== undefined && url && !urls.has(remote)) urls.set(remote, url)
  }
  return urls.get('origin') ?? urls.values().next().value
}

/**
 * `owner/name` of `https://host/owner/name.git`, `git@host:owner/name`, `/srv/owner/name.git`, `C:\\owner\\name`.
 * On a host the whole path counts: `client-a/backend/api` is not `client-b/backend/api`. Of a local path only
 * the end counts, since a repository may be mounted in different places.
 */
function projectOfUrl(url: string): string {
  const hosted = /^(?!file:)(?:[a-z][a-z0-9+.-]*:\/\/[^/]*(?<path>.*)|[^/\\]{2,}:(?<scp>.*))$/i.exec(url)
  const path = hosted?.groups?.path ?? hosted?.groups?.scp ?? url.replace(/^(file:|[a-z]:)/i, '')
  const segments = path.split(/[/\\]/).filter((segment) => !ignoredSegments.has(segment))
  const significant = hosted === null ? segments.slice(-2) : segments
  return withoutGit(significant.map(decoded).join('/'))
}

/** Azure DevOps has `_git` in every URL, and `v3` in its SSH URLs. */
const ignoredSegments = new Set(['', '.', '..', '.git', '_git', 'v3'])

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function withoutGit(name: string): string {
  return name.replace(/\.git$/i, '')
}

/** An unreadable file counts as absent: the project is a convenience and must not stop the server from starting. */
function readIfReadable(path: string): string | undefined {
  try {
    return readSmallFile(path)
  } catch {
    return undefined
  }
}
