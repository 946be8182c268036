import { existsSync } from 'node:fs'
import { findProject } from '../find-project.js'

/** COM13 for a folder that may be gone: then its name is all that is left of it. */
export function createProjectFinder(): (folder: string) => string | null {
  const known = new Map<string, string | null>()
  return (folder) => {
    const found = known.get(folder)
    if (found !== undefined) return found
    const project = existsSync(folder) ? findProject(folder) : lastNameOf(folder)
    known.set(folder, project)
    return project
  }
}

/** Of a path of any system. */
const lastNameOf = (folder: string): string | null =>
  folder.split(/[\\/]/).findLast((name) => name.trim() !== '') ?? null
