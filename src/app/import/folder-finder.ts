import { existsSync } from 'node:fs'
import { findProject } from '../configuration/find-project.js'
import { readIgnoreFiles } from '../hook/ignore-files.js'

interface Folder {
  readonly project: string | null
  /** A `.wwignore` excludes the whole folder. */
  readonly isIgnored: boolean
}

/** COM13: the project of a folder, cached; the folder's name if it no longer exists. */
export function createFolderFinder(): (folder: string) => Folder {
  const known = new Map<string, Folder>()
  return (folder) => {
    const found = known.get(folder) ?? describeFolder(folder)
    known.set(folder, found)
    return found
  }
}

const describeFolder = (folder: string): Folder =>
  existsSync(folder)
    ? { project: findProject(folder), isIgnored: readIgnoreFiles(folder).wholeFolder }
    : { project: lastNameOf(folder), isIgnored: false }

/** The last segment of a POSIX or Windows path. */
const lastNameOf = (folder: string): string | null =>
  folder.split(/[\\/]/).findLast((name) => name.trim() !== '') ?? null
