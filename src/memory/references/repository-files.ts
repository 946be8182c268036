/** The tracked files of a repository, to judge whether a missing path once existed. */
export interface RepositoryFiles {
  /** Whether this path, relative to the root, was probably tracked once; false when in doubt. */
  mayHaveContained(path: string): boolean
}

/** Sources by compiled extension: a module is imported by the name of its compiled file. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx', 'jsx'],
  jsx: ['tsx'],
  mjs: ['mts'],
  cjs: ['cts'],
}

/** `tracked`: files, submodules and folders outside the sparse checkout, relative to the root. */
export function toRepositoryFiles(tracked: Iterable<string>): RepositoryFiles {
  const files = new Set<string>()
  const folders = new Set<string>()
  const extensions = new Set<string>()
  const byName = new Map<string, string[]>()
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const addByName = (path: string) => {
    const known = byName.get(nameOf(path))
    if (known === undefined) byName.set(nameOf(path), [path])
    else known.push(path)
  }
  for (const each of tracked) {
    const file = each.replace(/\/$/, '')
    files.add(file)
    extensions.add(extensionOf(file))
    addByName(file)
    for (const folder of foldersOf(file)) {
      // A known folder has its ancestors in the set, too.
      if (folders.has(folder)) break
      folders.add(folder)
      addByName(folder)
    }
  }

  /** A path is often written relative to a folder inside, such as a package. */
  const isElsewhere = (path: string) => byName.get(nameOf(path))?.some((each) => each.endsWith(`/${path}`)) ?? false
  const isKnown = (path: string) => files.has(path) || folders.has(path) || isElsewhere(path)

  return {
    mayHaveContained(path) {
      const plain = path.replace(/\/$/, '')
      const above = foldersOf(plain)
      // The contents of submodules and of folders outside the sparse checkout are unknown.
      if (above.some((folder) => files.has(folder)) || isElsewhere(plain)) return false
      const extension = extensionOf(plain)
      if (extension === '') return above.length > 0 && folders.has(above[0])
      if (!extensions.has(extension) || (above.length > 0 && !folders.has(above[above.length - 1]))) return false
      const stem = plain.slice(0, -extension.length)
      return !(sourcesOf[extension] ?? []).some((other) => isKnown(stem + other))
    },
  }
}

/** For `a/b/c.ts`: `a/b`, then `a`. */
function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end))
  return folders
}

const extensionOf = (path: string): string =>
  /(?:^|\/)\.*[^/.][^/]*\.([a-z][a-z0-9]{0,9})$/i.exec(path)?.[1].toLowerCase() ?? ''
