import { basename } from 'node:path'
import type { Namespace } from '../../operations/workspace/cycle/namespace.js'
import { findProject } from './find-project.js'

/** GWT18: the namespace of the default folder, which belongs to no project even if it lies in a repository. */
export const defaultNamespace: Namespace = { scope: 'default', name: 'default' }

/** GWT18: the namespace of a folder that the user chose. */
export function findNamespace(dataDir: string): Namespace {
  const project = findProject(dataDir)
  if (project !== null) return { scope: 'project', name: project }
  return { scope: 'global', name: basename(dataDir) || 'global' }
}
