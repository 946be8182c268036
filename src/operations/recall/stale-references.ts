import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { findPaths } from '../../memory/references/find-paths.js'
import type { Caller } from '../machinery/caller.js'
import type { OperationContext } from '../machinery/operation-context.js'

/** Each check reads the disk; an answer rarely names more than a few paths. */
const maxChecked = 200
/** Per memory. */
const maxShown = 5

/** AUD4: paths in the memory's text that no longer exist in the repository. */
export const staleField = { stale_ref: z.array(z.string()).optional() }

export interface StaleReferences {
  /** The field to spread into what is shown of a memory. */
  of(memory: StoredMemory): { stale_ref?: string[] }
}

/** Checks only memories of the caller's project, and only if that is the repository the process runs in. */
export async function findStale(
  recalled: readonly { readonly memory: StoredMemory }[],
  { repository }: Pick<OperationContext, 'repository'>,
  { project }: Caller,
): Promise<StaleReferences> {
  if (repository === undefined || repository.project !== project) return { of: () => ({}) }
  const own = recalled.filter(({ memory }) => memory.project === project)
  const named = new Map(own.map(({ memory }) => [memory.id, findPaths(memory.text)]))
  const paths = [...new Set([...named.values()].flat())].slice(0, maxChecked)
  const gone = paths.length === 0 ? new Set() : await repository.findGone(paths)
  return {
    of({ id }) {
      const stale = (named.get(id) ?? []).filter((path) => gone.has(path))
      return stale.length === 0 ? {} : { stale_ref: stale.slice(0, maxShown) }
    },
  }
}
