import type { Grade } from '../../memory/activation/reinforcement.js'
import type { Edge, Facets, Json, Memory, State, Strength } from '../../memory/memory.js'
import type { Origin } from '../../memory/origin.js'
import type { AnswerIndex } from '../../memory/recall/text/answer-index.js'
import type { SaidAs } from '../../memory/recall/text/sentence-mark.js'
import type { TextIndex } from '../../memory/recall/text/text-index.js'
import type { Step } from '../../memory/workflow/machine/step.js'
import type { TextStructure } from '../../memory/workspace/text-structure.js'

export interface NewMemory {
  readonly memory: Memory
  readonly index: TextIndex
  readonly vector: StoredVector | null
  /** Records and facts in its text. */
  readonly structure?: TextStructure
  readonly answers?: readonly IndexedAnswer[]
  readonly strength: Strength
  /** False for bulk imports without times: each is a scene of its own. */
  readonly joinsScene: boolean
  /** Who wrote it; null when that is unknown. */
  readonly origin?: Origin | null
  /** Changes of this memory in another store, oldest first. */
  readonly changes?: readonly MemoryChange[]
  /** Instead of `joinsScene`, for an imported memory: joins the scene of this id; its own id starts a new scene. */
  readonly sceneWith?: string
  /** A facet. Refused as a conflict while a current memory of this kind, project and session has the same value. */
  readonly uniqueFacet?: string
}

export interface StoredVector {
  readonly model: string
  readonly values: Int8Array
}

/** REC25: the index of a question that a memory answers; its text is among the memory's facets. */
export interface IndexedAnswer {
  readonly index: AnswerIndex
  readonly vector: StoredVector | null
}

/** A change opens a version. Refused as a conflict unless the memory still has `version`. */
export interface MemoryChange {
  readonly id: string
  readonly version: number
  /** The time of a change made in another store; by default the batch's `at`. */
  readonly at?: number
  readonly importance?: number
  readonly tags?: readonly string[]
  readonly facets?: Facets
  /** Replaces the index of the questions that it answers. */
  readonly answers?: readonly IndexedAnswer[]
  readonly validTo?: number | null
  readonly state?: State
  /** REC18: how the text is said, where its reading was wrong; not versioned. */
  readonly saidAs?: SaidAs | null
  /** Who made the change; null when that is unknown. */
  readonly origin?: Origin | null
}

export type EdgeKey = Pick<Edge, 'source' | 'target' | 'type' | 'validFrom'>

/**
 * Takes an earlier batch back, as if it had never been. Refused as a conflict unless each version is still the newest of
 * its memory, and each edge still as that batch left it.
 */
export interface TakenBack {
  /** Versions that go; the memory has the one before again. */
  readonly versions: readonly TakenBackVersion[]
  /** Open edges that go. */
  readonly opened: readonly EdgeKey[]
  /** Closed edges that are open again. */
  readonly closed: readonly EdgeKey[]
}

interface TakenBackVersion {
  readonly id: string
  readonly version: number
  /** The version brought questions that the memory answers, and the one before had none. */
  readonly dropsAnswers?: true
  /** How the text was said before; absent: as it is. */
  readonly saidAs?: SaidAs | null
}

/** All of it or nothing, in one transaction. A memory whose id exists already is a conflict. */
export interface Batch {
  /** The caller's time: the end and the beginning of versions. */
  readonly at: number
  /** Who writes it: of what is marked for review, and of what says nothing else. */
  readonly origin?: Origin
  /** Refused as a conflict unless each of these is still at the version that was read. */
  readonly expect?: readonly { readonly id: string; readonly version: number }[]
  readonly takeBack?: TakenBack
  readonly change?: readonly MemoryChange[]
  readonly add?: readonly NewMemory[]
  /** Marks everything derived from these memories, transitively, for review (SEM6). */
  readonly review?: readonly { readonly derivedFrom: string; readonly reason: string }[]
  /** Closes every open edge at `from`, except the link between versions, and opens the same at `to`. */
  readonly carry?: readonly { readonly from: string; readonly to: string }[]
  /** Opens an edge, or gives the open one between the same two, of the same type, this weight and end. */
  readonly connect?: readonly Edge[]
  /** Opens an edge, or strengthens the open one between the same two, of the same type (ACT5). */
  readonly relate?: readonly Edge[]
  /**
   * Edges of another store, open or closed. An edge with the same beginning, ends and type is
   * the same edge: it stays, but is closed if the other is. A second open edge of the same ends and type is skipped.
   */
  readonly merge?: readonly Edge[]
  /** Vectors of a further model for memories that exist. */
  readonly embed?: readonly { readonly id: string; readonly vector: StoredVector }[]
  /** The same for all the questions that a memory answers, in their order. */
  readonly embedAnswers?: readonly { readonly id: string; readonly vectors: readonly StoredVector[] }[]
  /**
   * Progress of background work by name; null deletes it. Not in the change log. A checkpoint whose name holds a session
   * or project as JSON is deleted with its last memory; a workspace that is not empty stays.
   */
  readonly checkpoints?: Readonly<Record<string, Json>>
  /** WFL1: each refused as a conflict unless the workflow still has the revision before. */
  readonly steps?: readonly Step[]
  /**
   * Refused as a conflict unless each of these checkpoints still has this `revision` (null: does not exist), or while
   * another holder has a lease of the checkpoint's name.
   */
  readonly expectCheckpoints?: Readonly<Record<string, number | null>>
  readonly holder?: string
}

/** All of it or nothing, in one transaction. Refused as a conflict where a batch would be. */
export interface Erasure {
  readonly at: number
  readonly origin?: Origin
  /** Unknown ids are ignored. */
  readonly ids: readonly string[]
  /**
   * Refused as a conflict when, since this number of the change log, one of these memories was changed or connected, or
   * anything was erased: a backup made then would be out of date.
   */
  readonly expectSeq?: number
  /**
   * Changes of memories that stay. A current memory that is derived from one of `ids`, and is neither among them nor
   * changed here, is a conflict: it was derived after the caller read.
   */
  readonly change?: readonly MemoryChange[]
  /** Written in the same transaction. */
  readonly replaceWith?: Omit<Batch, 'at'>
}

/**
 * A backup that held erased memories, and how it was treated. `kept` is a copy that the store does not manage: it may
 * still hold them.
 */
export interface TreatedBackup {
  readonly path: string
  readonly action: 'rewritten' | 'deleted' | 'missing' | 'kept'
}

export interface Use {
  readonly id: string
  readonly at: number
  readonly grade: Grade
}

export interface Coactivation {
  readonly ids: readonly string[]
  readonly at: number
}

/** Durable writes: a call resolves when its data is on disk. */
export interface MemoryWriter {
  /** Resolves to the change log's number once the batch is durable. */
  commit(batch: Batch): Promise<number>
  /**
   * Removes memories completely: versions, edges, vectors, statistics, and every word and name that only they used.
   * Resolves once no file that the store wrote, backups included, holds any of it. If it rejects with a WorldWeaverError,
   * the memories are erased and the error says where traces remain; the next call or the next start removes those.
   */
  erase(erasure: Erasure): Promise<readonly TreatedBackup[]>
  /** Records uses and coactivations; neither versioned nor in the change log. Unknown ids are ignored. */
  reinforce(uses: readonly Use[], coactivations: readonly Coactivation[]): Promise<void>
}
