import type { Kind } from '../memory.js'

/** The workspace's words for what a memory is (WSP1). */
export const memoryTypes = ['episodic', 'semantic', 'procedural', 'working'] as const
export type MemoryType = (typeof memoryTypes)[number]

/** The workspace's words for where a memory is. All but `long_term` are the workspace's own to give. */
export const activationStates = ['long_term', 'preconscious', 'conscious'] as const

const typeOfKind: Readonly<Record<Kind, MemoryType>> = {
  episode: 'episodic',
  entity: 'semantic',
  procedure: 'procedural',
  note: 'working',
  // How to do better next time: the workspace has no word of its own for it.
  lesson: 'procedural',
}

const kindOfType: Readonly<Record<MemoryType, Kind>> = {
  episodic: 'episode',
  semantic: 'entity',
  procedural: 'procedure',
  working: 'note',
}

export const toMemoryType = (kind: Kind): MemoryType => typeOfKind[kind]

/** For those who say only the type. A lesson says its kind as well. */
export const fromMemoryType = (type: MemoryType): Kind => kindOfType[type]
