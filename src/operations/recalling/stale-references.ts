import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { findPaths } from '../../memory/references/find-paths.js'
import type { Caller } from '../caller.js'
import type { OperationContext } from '../operation-context.js'

/** Each is a look at the disk; one answer names rarely more than a few. */
const mostChecked = 200
/** As many say enough about one memory. */
const mostShown = 5

/** AUD4: paths in its text that are gone from the repository. */
export const staleField = { stale_ref: z.array(z.string()).optional() }

export interface StaleReferences {
  /** To be spread into what is said about a memory. */
  of(memory: StoredMemory): { stale_ref?: string[] }
}

/** Only where the asked project is the repository that the process runs in, and only of that project's memories. */
export async function findStale(
  recalled: readonly { readonly memory: StoredMemory }[],
  { repository }: Pick<OperationContext, 'repository'>,
  { project }: Caller,
): Promise<StaleReferences> {
  if (repository === undefined || repository.project !== project) return { of: () => ({}) }
  const own = recalled.filter(({ memory }) => memory.project === project)
  const named = new Map(own.map(({ memory }) => [memory.id, findPaths(memory.text)]))
  const asked = [...new Set([...named.values()].flat())].slice(0, mostChecked)
  const gone = asked.length === 0 ? new Set() : await repository.findGone(asked)
  return {
    of({ id }) {
      const stale = (named.get(id) ?? []).filter((path) => gone.has(path))
      return stale.length === 0 ? {} : { stale_ref: stale.slice(0, mostShown) }
    },
  }
}
