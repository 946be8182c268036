import type { Kind } from '../memory.js'

/** The workspace's names for kinds of memories (WSP1). */
export const memoryTypes = ['episodic', 'semantic', 'procedural', 'working'] as const
export type MemoryType = (typeof memoryTypes)[number]

/** The workspace's activation states. Only the workspace assigns those other than `long_term`. */
export const activationStates = ['long_term', 'preconscious', 'conscious'] as const

const typeOfKind: Readonly<Record<Kind, MemoryType>> = {
  episode: 'episodic',
  entity: 'semantic',
  procedure: 'procedural',
  note: 'working',
  // The workspace has no type for lessons; a lesson is knowledge of how to act.
  lesson: 'procedural',
}

const kindOfType: Readonly<Record<MemoryType, Kind>> = {
  episodic: 'episode',
  semantic: 'entity',
  procedural: 'procedure',
  working: 'note',
}

export const toMemoryType = (kind: Kind): MemoryType => typeOfKind[kind]

/** The kind of a line that gives only the type; lines of lessons give their kind, too. */
export const fromMemoryType = (type: MemoryType): Kind => kindOfType[type]
