import type { Edge } from '../../memory/memory.js'
import type { Activations, SpreadSettings } from '../../memory/semantic/spread.js'
import type { MemoryFilter } from './filter.js'

/** SEM4. The nodes are current memories that pass the filter; structural edges carry nothing. */
export interface SpreadRequest extends SpreadSettings {
  readonly seeds: readonly string[]
  readonly filter: MemoryFilter
  /** Edges fade (ACT5): their weight is computed for this moment. */
  readonly now: number
}

export interface Associations {
  /** The number of open edges of each memory of the context, in its order. */
  readonly fans: readonly number[]
  /** Open edges between the context and the others. */
  readonly edges: readonly Edge[]
}

/** Reads along the edges between memories. */
export interface MemoryGraph {
  /** Open edges of these memories in both directions, optionally of these types only; open at `asOf`, or ever. */
  neighbours(ids: readonly string[], types?: readonly string[], asOf?: number | 'ever'): Promise<readonly Edge[]>
  /** Edges between two sets of memories, and the fan of each of the first; without structural edges. */
  associations(context: readonly string[], others: readonly string[]): Promise<Associations>
  spread(request: SpreadRequest): Promise<Activations<string>>
  /** The types of open edges in alphabetical order, without structural ones. */
  relationTypes(): Promise<readonly string[]>
  /** A page of the open edges that use strengthens, in the store's own order, after `after`. */
  scanEdges(after: number, limit: number): Promise<{ readonly edges: readonly Edge[]; readonly next: number | null }>
}
