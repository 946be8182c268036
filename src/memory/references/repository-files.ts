/** What a repository keeps, to judge by whether a path that is not there once was. */
export interface RepositoryFiles {
  /** Whether this path, relative to the root, is likely to have been one of the repository's. In doubt it is not. */
  mayHaveHeld(path: string): boolean
}

/** A module is imported by the name that it will have once compiled. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx', 'jsx'],
  jsx: ['tsx'],
  mjs: ['mts'],
  cjs: ['cts'],
}

/** `tracked`: files, submodules and folders that are left out of the working tree, relative to the root. */
export function toRepositoryFiles(tracked: Iterable<string>): RepositoryFiles {
  const files = new Set<string>()
  const folders = new Set<string>()
  const extensions = new Set<string>()
  const byName = new Map<string, string[]>()
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const keep = (path: string) => {
    const known = byName.get(nameOf(path))
    if (known === undefined) byName.set(nameOf(path), [path])
    else known.push(path)
  }
  for (const each of tracked) {
    const file = each.replace(/\/$/, '')
    files.add(file)
    extensions.add(extensionOf(file))
    keep(file)
    for (const folder of foldersOf(file)) {
      // Whoever is at hand has its ancestors at hand, too.
      if (folders.has(folder)) break
      folders.add(folder)
      keep(folder)
    }
  }

  /** A path is often told from a folder within, as a package's own. */
  const isElsewhere = (path: string) => byName.get(nameOf(path))?.some((each) => each.endsWith(`/${path}`)) ?? false
  const isKnown = (path: string) => files.has(path) || folders.has(path) || isElsewhere(path)

  return {
    mayHaveHeld(path) {
      const plain = path.replace(/\/$/, '')
      const above = foldersOf(plain)
      // Inside of a submodule, or of what is left out of the working tree: nobody here knows.
      if (above.some((folder) => files.has(folder)) || isElsewhere(plain)) return false
      const extension = extensionOf(plain)
      if (extension === '') return above.length > 0 && folders.has(above[0])
      if (!extensions.has(extension) || (above.length > 0 && !folders.has(above[above.length - 1]))) return false
      const stem = plain.slice(0, -extension.length)
      return !(sourcesOf[extension] ?? []).some((other) => isKnown(stem + other))
    },
  }
}

/** Of `a/b/c.ts`: `a/b`, then `a`. */
function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end))
  return folders
}

const extensionOf = (path: string): string => /[^/.][^/]*\.([a-z][a-z0-9]{0,9})$/i.exec(path)?.[1].toLowerCase() ?? ''
