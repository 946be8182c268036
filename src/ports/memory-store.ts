import type { Grade } from '../memory/activation/reinforcement.js'
import type { Edge, Facets, Json, Kind, Memory, State, StoredMemory, Strength } from '../memory/memory.js'
import type { MovedMemory } from '../memory/moving/moved-memory.js'
import type { CandidateSet } from '../memory/recall/candidates.js'
import type { RankBy, RankedMemories } from '../memory/recall/rank-memories.js'
import type { TextIndex } from '../memory/recall/text-index.js'
import type { Activations, SpreadSettings } from '../memory/semantic/spread.js'
import type { Step } from '../memory/workflow/machine/step.js'
import type { TextStructure } from '../memory/workspace/text-structure.js'
import type { CallLedger } from './call-ledger.js'
import type { WorkflowStore } from './workflow-store.js'

/** Which memories a read may see. Plain data, so that every engine pushes it down its own way. */
export interface MemoryFilter {
  readonly kinds?: readonly Kind[]
  readonly session?: string
  /** That project's memories and those without one. Absent: all. */
  readonly project?: string
  /** That project's memories alone; null: those without one. */
  readonly ofProject?: string | null
  /** On T_ref, both inclusive. */
  readonly happenedFrom?: number
  readonly happenedTo?: number
  /** All of them. */
  readonly tags?: readonly string[]
  /** Equal at the top level of the facets. */
  readonly facets?: { readonly [key: string]: string | number | boolean }
  /** What was known then: recorded, valid and active at that moment. Absent: valid with no end, and active. */
  readonly knownAt?: number
  /** Also what is no longer valid, hidden or retired: whoever forgets means all of it. */
  readonly includeClosed?: true
}

export interface NewMemory {
  readonly memory: Memory
  readonly index: TextIndex
  readonly vector: StoredVector | null
  /** What its text holds besides words, if that is anything. */
  readonly structure?: TextStructure
  readonly strength: Strength
  /** False for bulk imports without times: they are scenes of their own. */
  readonly joinsScene: boolean
  /** What has changed since it was told elsewhere, oldest first; of its own id. */
  readonly changes?: readonly MemoryChange[]
  /** Instead of `joinsScene`, for what had a scene elsewhere: that of this memory; a new one for its own id. */
  readonly sceneWith?: string
  /** A facet. Refused as a conflict while a current memory of this kind, project and session has the same value. */
  readonly uniqueFacet?: string
}

export interface StoredVector {
  readonly model: string
  readonly values: Int8Array
}

/** A change opens a version. Refused as a conflict unless the memory still has `version`. */
export interface MemoryChange {
  readonly id: string
  readonly version: number
  /** When it changed, if not at the batch's `at`: a change that was made elsewhere keeps its time. */
  readonly at?: number
  readonly importance?: number
  readonly tags?: readonly string[]
  readonly facets?: Facets
  readonly validTo?: number | null
  readonly state?: State
}

/** All of it or nothing, in one transaction. A memory whose id exists already is a conflict. */
export interface Batch {
  /** The caller's clock: when versions end and begin. */
  readonly at: number
  /** Refused as a conflict unless each of these is still at the version that was read. */
  readonly expect?: readonly { readonly id: string; readonly version: number }[]
  readonly change?: readonly MemoryChange[]
  readonly add?: readonly NewMemory[]
  /** Marks all that is derived from these memories, step by step, as in need of review (SEM6). */
  readonly review?: readonly { readonly derivedFrom: string; readonly reason: string }[]
  /** Closes every open edge at `from`, except the link between versions, and opens the same at `to`. */
  readonly carry?: readonly { readonly from: string; readonly to: string }[]
  /** Opens an edge, or gives the open one between the same two, of the same type, this weight and end. */
  readonly connect?: readonly Edge[]
  /** Opens an edge, or strengthens the open one between the same two, of the same type (ACT5). */
  readonly relate?: readonly Edge[]
  /**
   * Edges of another store, open or closed. One that began at the same moment, between the same two and of the same
   * type, is the same edge: it stays as it is, but is closed if the other is. An open one beside an open one is left out.
   */
  readonly merge?: readonly Edge[]
  /** Vectors of a further model for memories that exist. */
  readonly embed?: readonly { readonly id: string; readonly vector: StoredVector }[]
  /**
   * Where background work stands, by name; null forgets it. Not in the change log. One whose name holds a session or
   * project as JSON goes when the last memory of that is erased; a workspace that has anything in it stays.
   */
  readonly bookmarks?: Readonly<Record<string, Json>>
  /** WFL1: each refused as a conflict unless the workflow still has the revision before. */
  readonly steps?: readonly Step[]
  /**
   * Refused as a conflict unless each of these bookmarks still has this `revision`; null: there is none. Also while
   * anybody but the holder has a lease of the bookmark's name.
   */
  readonly expectBookmarks?: Readonly<Record<string, number | null>>
  readonly holder?: string
}

/** All of it or nothing, in one transaction. Refused as a conflict where a batch would be. */
export interface Erasure {
  readonly at: number
  /** Unknown ones are passed over. */
  readonly ids: readonly string[]
  /**
   * Refused as a conflict when, since this number of the change log, somebody has changed or connected what goes, or
   * erased anything: a copy that was made of them then would be another.
   */
  readonly expectSeq?: number
  /**
   * To what stays. A current memory that is derived from one of `ids`, and is neither among them nor changed, is a
   * conflict: it was derived after the caller looked.
   */
  readonly change?: readonly MemoryChange[]
  /** What takes their place. */
  readonly replaceWith?: Omit<Batch, 'at'>
}

/** What became of a copy that held what was erased; one that did not is left as it is. */
export interface TreatedBackup {
  readonly path: string
  readonly action: 'rewritten' | 'deleted' | 'missing'
}

export class StoreConflict extends Error {
  override readonly name = 'StoreConflict'
}

/** The store cannot be used, and its owner can do something about it: the message says what, the cause why. */
export class StoreTrouble extends Error {
  override readonly name = 'StoreTrouble'
}

export interface CandidateRequest {
  readonly filter: MemoryFilter
  readonly terms: readonly string[]
  readonly vector: StoredVector | null
  /** How many of each leg, how many of the newest; and up to which total everything is a candidate. */
  readonly perLeg: number
  readonly newest: number
  readonly exhaustiveUpTo: number
}

/** To be found, and ranked where the memories are. */
export interface RankRequest extends CandidateRequest {
  readonly by: RankBy
}

/** SEM4. The nodes are current memories that pass the filter; structural edges carry nothing. */
export interface SpreadRequest extends SpreadSettings {
  readonly seeds: readonly string[]
  readonly filter: MemoryFilter
  /** Edges fade (ACT5): their weight is that of this moment. */
  readonly now: number
}

export interface Associations {
  /** Open edges at each of the context's memories, in its order. */
  readonly fans: readonly number[]
  /** Open edges between one of the context and one of the others. */
  readonly edges: readonly Edge[]
}

export interface NearestRequest {
  /** Each a memory by its id, or a vector of the model. */
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

export interface Use {
  readonly id: string
  readonly at: number
  readonly grade: Grade
}

export interface Coactivation {
  readonly ids: readonly string[]
  readonly at: number
}

export interface Page {
  readonly offset: number
  readonly limit: number
}

/** Of what was erased nothing is kept, not even which it was. */
export type Change = { readonly seq: number; readonly at: number } & (
  | { readonly what: 'added' | 'changed' | 'connected' | 'embedded'; readonly id: string }
  | { readonly what: 'erased'; readonly id: null }
)

/** Whose memories. */
export type Scope = Pick<MemoryFilter, 'session' | 'project'>

export interface ExportPage {
  /** Of the whole export. */
  readonly total: number
  /** The change log's newest number at its moment. */
  readonly seq: number
  readonly memories: readonly MovedMemory[]
}

/** Something that may have been told already, in the same session and project. */
export interface Told extends Pick<Memory, 'project' | 'session' | 'source' | 'tags' | 'text'> {
  /** Of its index. */
  readonly terms: TextIndex['terms']
}

/** Where a reader of structures stands. */
export interface StructureCursor {
  readonly seq: number
  /** While everything is read for the first time: the last place that was. */
  readonly place?: number
}

/** What became of the structure of one memory. */
export interface StructureChange {
  /** The store's own number of the memory: what is erased is known by nothing else. */
  readonly place: number
  /** Undefined when it holds none, or is no longer valid, or is gone. */
  readonly memory: StructuredMemory | undefined
}

export interface StructuredMemory extends Pick<Memory, 'id' | 'session' | 'project'> {
  readonly structure: TextStructure
}

interface Lease {
  /** For batches that are written under it. */
  readonly holder: string
  renew(ttlMs: number): Promise<boolean>
  release(): Promise<void>
}

export interface StoreStatistics {
  readonly engine: string
  readonly sessions: Readonly<Record<string, number>>
  readonly edges: number
  readonly vectors: Readonly<Record<string, number>>
  readonly terms: number
  readonly bytes: number
}

/** How many memories there are in somebody's scope, whatever their state. */
export interface StoreTally {
  readonly total: number
  readonly kinds: Readonly<Partial<Record<Kind, number>>>
  readonly sources: Readonly<Record<string, number>>
}

/** How far what is made from memories agrees with them: all of these are counts. */
export interface StoreCondition {
  /** The change log's newest number, and the one that this process has followed to. */
  readonly seq: number
  readonly cachedSeq: number
  readonly memories: number
  /** Those that can be found by words, by a vector of the model, and whose structures can be read. */
  readonly inWords: number
  readonly inVectors: number
  readonly inStructures: number
  /** What this process holds for searching, and how much of it was there when it began. */
  readonly cachedMemories: number
  readonly cachedVectors: number
  readonly restoredMemories: number
  /** The files are those that were opened: nobody has removed or replaced them. */
  readonly isInPlace: boolean
  /** Of the store's files, by name, in bytes. */
  readonly files: Readonly<Record<string, number>>
}

/** How much there is, and how much waits: cheap enough to be asked for every few seconds. */
export interface StoreLoad {
  /** Memories by kind, whatever their state. */
  readonly kinds: Readonly<Partial<Record<Kind, number>>>
  /** Of the store's files. */
  readonly bytes: number
  /** What this process holds for searching. */
  readonly cachedMemories: number
  readonly cachedVectors: number
  /** Calls of this process that the store has not answered yet. */
  readonly waiting: { readonly reads: number; readonly writes: number }
}

/** One tenant's memories. The definition is the contract suite; every engine passes it whole. */
export interface MemoryStore {
  readonly workflows: WorkflowStore
  readonly calls: CallLedger
  /** Answers, with the change log's number, once the batch is durable. */
  commit(batch: Batch): Promise<number>
  /**
   * Removes memories wholly: versions, edges, vectors, statistics, and every word and name that only they used. Answers
   * once no file that the store wrote, backups included, holds any of it. When it rejects with a WorldWeaverError they
   * are gone from the store; the error says where traces remain. Those go at the next call, or when it is next opened.
   */
  erase(erasure: Erasure): Promise<readonly TreatedBackup[]>
  /** In the order asked; undefined where there is none, or none was known at `asOf`. */
  get(ids: readonly string[], asOf?: number): Promise<(StoredMemory | undefined)[]>
  /** Newest first by T_ref, then by id. `except` leaves out ids and the total with them. */
  query(
    filter: MemoryFilter,
    page: Page,
    except?: readonly string[],
  ): Promise<{ readonly total: number; readonly memories: readonly StoredMemory[] }>
  /** Sessions with a memory that passes the filter; the one with the newest first. */
  sessions(filter: MemoryFilter): Promise<readonly string[]>
  /** What is found, ranked by the domain (`rankMemories`), in this process or wherever the memories are. */
  rank(request: RankRequest): Promise<RankedMemories>
  /** What is ranked then, to be looked at. */
  findCandidates(request: CandidateRequest): Promise<CandidateSet>
  /** Every member, that passes the filter, of these scenes. */
  findScenes(request: CandidateRequest, scenes: readonly number[]): Promise<CandidateSet['candidates']>
  /** Languages (ISO 639-1) that the texts are in, the commonest first. */
  languages(): Promise<readonly string[]>
  /** Open edges at these memories, both directions, of these types if told; at `asOf` when given, or closed as well. */
  neighbours(ids: readonly string[], types?: readonly string[], asOf?: number | 'ever'): Promise<readonly Edge[]>
  /** Of some memories to others, and how connected the former are; structural edges aside. */
  associations(context: readonly string[], others: readonly string[]): Promise<Associations>
  spread(request: SpreadRequest): Promise<Activations<string>>
  /** For each, the memories nearest to it, itself aside, best first. None for one without a vector. */
  nearest(request: NearestRequest): Promise<readonly (readonly NearMemory[])[]>
  /** In the order asked; undefined where the model has made none. */
  vectors(ids: readonly string[], model: string): Promise<readonly (Int8Array | undefined)[]>
  /** Memories that pass the filter and have one of these values as a facet. */
  findByFacet(
    facet: string,
    values: readonly string[],
    filter: MemoryFilter,
  ): Promise<readonly { readonly value: string; readonly id: string }[]>
  /** Types that open edges have, in alphabetical order; structural ones aside. */
  relationTypes(): Promise<readonly string[]>
  /**
   * Structures of valid memories, for whoever keeps them at hand: all, from an empty cursor; then what has changed
   * since. Nothing is missed when `isDone` is false: ask again from `next`.
   */
  structures(
    from: StructureCursor | undefined,
    limit: number,
  ): Promise<{ readonly changes: readonly StructureChange[]; readonly next: StructureCursor; readonly isDone: boolean }>
  /** Everything of the moment when it begins, of every kind and state, in the order of writing. */
  exportAll(scope: Scope): AsyncIterable<ExportPage>
  /** For each, the id of a memory with the same content, source and tags (`saysTheSame`), whatever its state. */
  findTold(told: readonly Told[]): Promise<readonly (string | undefined)[]>
  bookmarks(names: readonly string[]): Promise<Readonly<Record<string, Json>>>
  /** Uses and coactivations; neither versioned nor in the change log. Unknown ids are passed over. */
  reinforce(uses: readonly Use[], coactivations: readonly Coactivation[]): Promise<void>
  /** Memories that this model has not embedded yet, oldest first. Where looking takes long, it may be given up. */
  unembedded(
    model: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<readonly { readonly id: string; readonly text: string }[]>
  changes(since: number, limit: number): Promise<readonly Change[]>
  /** The change log's newest number; 0 when nothing was ever written. */
  newestSeq(): Promise<number>
  /** Open edges that use strengthens, in an order of the store's own: `limit` of them behind `after`. */
  scanEdges(after: number, limit: number): Promise<{ readonly edges: readonly Edge[]; readonly next: number | null }>
  /** Yields the newest sequence number: at once, then whenever it has moved, also by other processes. */
  watch(signal: AbortSignal): AsyncIterable<number>
  /** Undefined while another holder's lease runs. */
  lease(name: string, ttlMs: number): Promise<Lease | undefined>
  /** A consistent copy, taken while others read and write. The store remembers where it is, to erase there too. */
  backup(path: string): Promise<void>
  stats(): Promise<StoreStatistics>
  tally(scope: Scope): Promise<StoreTally>
  /** Of this moment, after this process has read what searches by the model need. */
  condition(model: string): Promise<StoreCondition>
  load(): Promise<StoreLoad>
  /** Drops what this process holds for searching and reads it anew. Answers how many memories it had held. */
  reload(): Promise<number>
  close(): Promise<void>
}
