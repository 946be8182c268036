import type { Facets } from '../../memory/memory.js'
import { canNameOthers, renameReferences } from '../../memory/moving/facet-references.js'
import type { MemoryChange, NewMemory } from '../../ports/memory-store.js'
import type { Arrival } from './arrival.js'

/** What a version can change. */
const atVersion = ({ memory, versions }: Arrival, version: number) => {
  const { importance, tags, facets, validTo, state } = versions[version - 1] ?? memory
  return { importance, tags, facets, validTo, state }
}

/** The memory as it was first told: recall's index was, and is, made from that. */
export const firstTold = (arrival: Arrival): Omit<NewMemory['memory'], 'id'> =>
  arrival.versions.length === 0 ? arrival.memory : { ...arrival.memory, ...atVersion(arrival, 1) }

/** The memory as it was first told, and what has changed since. */
export function toNewMemory(
  arrival: Arrival,
  id: string,
  { index, vector, structure }: Pick<NewMemory, 'index' | 'vector' | 'structure'>,
  sceneWith: string | undefined,
): NewMemory {
  // All of one shape, whatever they lack: V8 would keep a hidden class for each combination.
  return {
    memory: { id, ...firstTold(arrival) },
    index,
    vector,
    structure,
    strength: arrival.strength,
    joinsScene: arrival.scene === undefined && arrival.hasTime,
    sceneWith,
    // Another process may give the same name meanwhile.
    uniqueFacet: arrival.isNamedHere ? 'key' : undefined,
    changes: arrival.versions.length === 0 ? undefined : toChanges(arrival, id, 1),
  }
}

/** EPI1: the changes after this version, each at the time it was made at. */
export function toChanges(arrival: Arrival, id: string, version: number): MemoryChange[] {
  return arrival.versions
    .slice(version - 1)
    .map((past) => ({ id, version: past.version, at: past.endedAt, ...atVersion(arrival, past.version + 1) }))
}

/** The same with those of the changes that are its own behind those that it has. */
export function withChanges(added: NewMemory, changes: readonly MemoryChange[]): NewMemory {
  const own = changes.filter(({ id }) => id === added.memory.id)
  return own.length === 0 ? added : { ...added, changes: [...(added.changes ?? []), ...own] }
}

/** The same with the ids that what its facets name has here. */
export function withReferences(arrival: Arrival, rename: (id: string) => string): Arrival {
  const { memory, versions } = arrival
  if (!canNameOthers(memory.kind)) return arrival
  const renamed = <Told extends { readonly facets: Facets }>(told: Told): Told => ({
    ...told,
    facets: renameReferences(memory.kind, told.facets, rename),
  })
  return { ...arrival, memory: renamed(memory), versions: versions.map(renamed) }
}
