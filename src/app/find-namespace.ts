import { basename } from 'node:path'
import type { Namespace } from '../operations/workspace/namespace.js'
import { findProject } from './find-project.js'

/** GWT18: of the folder that is used when nobody chooses one. It may lie in a repository, and is no project's for it. */
export const usualNamespace: Namespace = { scope: 'default', name: 'default' }

/** GWT18: of a folder that somebody chose. */
export function findNamespace(dataDir: string): Namespace {
  const project = findProject(dataDir)
  if (project !== null) return { scope: 'project', name: project }
  return { scope: 'global', name: basename(dataDir) || 'global' }
}
