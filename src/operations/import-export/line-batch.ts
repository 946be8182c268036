import { renameReferences } from '../../memory/import-export/facet-references.js'
import type { Facets } from '../../memory/memory.js'
import type { MemoryChange, NewMemory } from '../../ports/store/write.js'
import type { Indexed } from '../writing/write-memory.js'
import type { IncomingMemory } from './incoming-memory.js'

/** The fields that may differ between versions. */
const atVersion = ({ memory, versions }: IncomingMemory, version: number) => {
  const { importance, tags, facets, validTo, state } = versions[version - 1] ?? memory
  return { importance, tags, facets, validTo, state }
}

const originAt = ({ origin, versions }: IncomingMemory, version: number) =>
  version > versions.length ? origin : versions[version - 1].origin

const firstVersion = (incoming: IncomingMemory): Omit<NewMemory['memory'], 'id'> =>
  incoming.versions.length === 0 ? incoming.memory : { ...incoming.memory, ...atVersion(incoming, 1) }

/** What recall's index is made from: the first version, with what its questions (REC25) and a review (OPS7) say now. */
export function indexedVersion(incoming: IncomingMemory): Omit<NewMemory['memory'], 'id'> {
  const first = firstVersion(incoming)
  const { answers, reviewed } = incoming.memory.facets
  return answers === first.facets.answers && reviewed === first.facets.reviewed
    ? first
    : { ...first, facets: { ...first.facets, answers: answers ?? [], reviewed: reviewed ?? [] } }
}

/** The first version, and the changes since. */
export function toNewMemory(
  incoming: IncomingMemory,
  id: string,
  { index, vector, structure, answers }: Indexed,
  sceneWith: string | undefined,
): NewMemory {
  // Always the same keys: V8 would create a hidden class per combination (`npm run bench:import`).
  return {
    memory: { id, ...firstVersion(incoming) },
    index,
    vector,
    structure,
    answers,
    strength: incoming.strength,
    origin: originAt(incoming, 1),
    joinsScene: incoming.scene === undefined && incoming.hasTime,
    sceneWith,
    // Another process may use the same name meanwhile.
    uniqueFacet: incoming.needsName ? 'key' : undefined,
    changes: incoming.versions.length === 0 ? undefined : toChanges(incoming, id, 1),
  }
}

/** EPI1: the changes after this version, each with its original time. */
export function toChanges(incoming: IncomingMemory, id: string, version: number): MemoryChange[] {
  return incoming.versions.slice(version - 1).map((past) => ({
    id,
    version: past.version,
    at: past.endedAt,
    ...atVersion(incoming, past.version + 1),
    origin: originAt(incoming, past.version + 1),
  }))
}

/** Appends those of the changes that concern this memory. */
export function withChanges(added: NewMemory, changes: readonly MemoryChange[]): NewMemory {
  const own = changes.filter(({ id }) => id === added.memory.id)
  return own.length === 0 ? added : { ...added, changes: [...(added.changes ?? []), ...own] }
}

/** Replaces the ids in its facets by the ids those memories have here. */
export function withReferences(incoming: IncomingMemory, rename: (id: string) => string): IncomingMemory {
  const { memory, versions } = incoming
  const renamed = <Version extends { readonly facets: Facets }>(version: Version): Version => ({
    ...version,
    facets: renameReferences(memory.kind, version.facets, rename),
  })
  return { ...incoming, memory: renamed(memory), versions: versions.map(renamed) }
}
