import type { RankBy, RankedMemories } from '../../memory/recall/ranking/rank-memories.js'
import type { MemoryFilter } from './filter.js'
import type { StoredVector } from './write.js'

export interface CandidateRequest {
  readonly filter: MemoryFilter
  readonly terms: readonly string[]
  readonly vector: StoredVector | null
  /** Candidates per retriever, newest memories to add, and the total up to which every memory is a candidate. */
  readonly perRetriever: number
  readonly newest: number
  readonly exhaustiveUpTo: number
}

/** Candidates to find and rank inside the store. */
export interface RankRequest extends CandidateRequest {
  readonly by: RankBy
}

export interface NearestRequest {
  /** Memories by id, or vectors of the model. */
  readonly to: readonly (string | Int8Array)[]
  readonly model: string
  readonly filter: MemoryFilter
  readonly most: number
  readonly minCosine: number
}

export interface NearMemory {
  readonly id: string
  readonly cosine: number
}

/** Finds and ranks memories for a question. */
export interface MemorySearch {
  /** Finds candidates and ranks them with the domain's `rankMemories`, in this process or in the store's thread. */
  rank(request: RankRequest): Promise<RankedMemories>
  /** For each, the nearest other memories, best first; none for a memory without a vector. */
  nearest(request: NearestRequest): Promise<readonly (readonly NearMemory[])[]>
}
