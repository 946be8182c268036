import { existsSync } from 'node:fs'
import { findProject } from '../find-project.js'
import { readIgnoreFiles } from '../hook/ignore-files.js'

interface Folder {
  readonly project: string | null
  /** Its owner wants nothing of it kept (`.wwignore`). */
  readonly isIgnored: boolean
}

/** COM13 for a folder that may be gone: then its name is all that is left of it. Each is looked at once. */
export function createFolderFinder(): (folder: string) => Folder {
  const known = new Map<string, Folder>()
  return (folder) => {
    const found = known.get(folder) ?? lookAt(folder)
    known.set(folder, found)
    return found
  }
}

const lookAt = (folder: string): Folder =>
  existsSync(folder)
    ? { project: findProject(folder), isIgnored: readIgnoreFiles(folder).wholeFolder }
    : { project: lastNameOf(folder), isIgnored: false }

/** Of a path of any system. */
const lastNameOf = (folder: string): string | null =>
  folder.split(/[\\/]/).findLast((name) => name.trim() !== '') ?? null
