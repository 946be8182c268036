import type { Edge, Memory, StoredMemory } from '../memory.js'

/** What a memory was before a change opened its next version (COM15). */
export interface PastVersion extends Pick<Memory, 'state' | 'validTo' | 'importance' | 'tags' | 'facets'> {
  readonly version: number
  readonly endedAt: number
}

/** A memory with all that is known of it, on its way from one store to another. */
export interface MovedMemory {
  readonly memory: StoredMemory
  /** Oldest first; the first began when the memory was recorded, each other one when the one before it ended. */
  readonly versions: readonly PastVersion[]
  /** The memory that was written first in its scene, perhaps itself; null when it stands alone. */
  readonly scene: string | null
  /** Its edges, open and closed, with memories that were written before it: whoever reads in order knows both ends. */
  readonly edges: readonly Edge[]
  /** Its edges with memories that were written after it. */
  readonly laterEdges: readonly Edge[]
}
