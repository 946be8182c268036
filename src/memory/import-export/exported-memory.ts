import type { Edge, Memory, StoredMemory } from '../memory.js'
import type { Origin } from '../origin.js'

/** An earlier version of a memory (COM15). */
export interface PastVersion extends Pick<Memory, 'state' | 'validTo' | 'importance' | 'tags' | 'facets'> {
  readonly version: number
  readonly endedAt: number
  readonly origin: Origin | null
}

/** A memory with its history, scene and edges, as it is exported from one store and imported into another. */
export interface ExportedMemory {
  readonly memory: StoredMemory
  /** Oldest first. The first began when the memory was recorded, each later one when the one before it ended. */
  readonly versions: readonly PastVersion[]
  /** The first memory of its scene, perhaps itself; null when it belongs to no scene. */
  readonly scene: string | null
  /** Its open and closed edges to memories that were written before it, so that an import in order knows both ends. */
  readonly edges: readonly Edge[]
  /** Its edges to memories that were written after it. */
  readonly laterEdges: readonly Edge[]
}
