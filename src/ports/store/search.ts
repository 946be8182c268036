import type { RankBy, RankedMemories } from '../../memory/recall/ranking/rank-memories.js'
import type { Replaced, Replacing } from '../../memory/recall/ranking/replaced.js'
import type { MemoryFilter } from './filter.js'
import type { StoredVector } from './write.js'

export interface CandidateRequest {
  readonly filter: MemoryFilter
  /** The terms of all wordings of the question. */
  readonly terms: readonly string[]
  /** The vector of each wording, all by one model; empty to search by words alone. */
  readonly vectors: readonly StoredVector[]
  /** Candidates per retriever, newest memories to add, and the total up to which every memory is a candidate. */
  readonly perRetriever: number
  /** How many answers (REC25) each retriever finds, as a share of `perRetriever`; all by default. */
  readonly answerShare?: number
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

/** Candidates among which to find those that a new memory may make untrue (OPS6). */
export interface ReplacedRequest extends CandidateRequest {
  readonly by: Replacing
}

/** Finds and ranks memories for a question. */
export interface MemorySearch {
  /** Finds candidates and ranks them with the domain's `rankMemories`, in this process or in the store's thread. */
  rank(request: RankRequest): Promise<RankedMemories>
  /** The same with the domain's `findReplaced`. */
  replaced(request: ReplacedRequest): Promise<readonly Replaced[]>
  /** For each folded word that no memory contains, the known term that is meant (`nearestSpelling`); else undefined. */
  spellings(words: readonly string[]): Promise<readonly (string | undefined)[]>
  /** For each, the nearest other memories, best first; none for a memory without a vector. */
  nearest(request: NearestRequest): Promise<readonly (readonly NearMemory[])[]>
}
