import type { Kind } from '../../memory/memory.js'
import type { Scope } from './filter.js'

export interface StoreStatistics {
  readonly engine: string
  readonly sessions: Readonly<Record<string, number>>
  readonly edges: number
  readonly vectors: Readonly<Record<string, number>>
  readonly terms: number
  readonly bytes: number
}

/** Counts of the memories in a scope, in any state. */
export interface StoreTally {
  readonly total: number
  readonly kinds: Readonly<Partial<Record<Kind, number>>>
  readonly sources: Readonly<Record<string, number>>
}

/** Counts that show whether indexes and caches agree with the memories. */
export interface StoreCondition {
  /** The change log's newest number, and the one that this process has read up to. */
  readonly seq: number
  readonly cachedSeq: number
  readonly memories: number
  /** Memories in the text index, with a vector of the model, and with readable structures. */
  readonly inWords: number
  readonly inVectors: number
  readonly inStructures: number
  /** Sizes of this process's search cache, and how much of it was restored at the start. */
  readonly cachedMemories: number
  readonly cachedVectors: number
  readonly restoredMemories: number
  /** The files are still those that were opened, not removed or replaced. */
  readonly isInPlace: boolean
  /** Sizes of the store's files by name, in bytes. */
  readonly files: Readonly<Record<string, number>>
}

/** Sizes and queue lengths; cheap enough to be read every few seconds. */
export interface StoreLoad {
  /** Memories by kind, in any state. */
  readonly kinds: Readonly<Partial<Record<Kind, number>>>
  /** The size of the store's files. */
  readonly bytes: number
  /** Sizes of this process's search cache. */
  readonly cachedMemories: number
  readonly cachedVectors: number
  /** Calls of this process without an answer yet. */
  readonly waiting: { readonly reads: number; readonly writes: number }
  /** What this process found not to be what was written; undefined for an engine that leaves that to its server. */
  readonly spoilt?: number
}

/** Backups, statistics for operators, and closing a store. */
export interface StoreMaintenance {
  /** Writes a consistent copy while others read and write. The store records its path, to erase there too. */
  backup(path: string): Promise<void>
  /** Adds files to those that erasing treats as backups, such as an encrypted copy of one, or takes them off the list. */
  noteBackups(change: { readonly add?: readonly string[]; readonly remove?: readonly string[] }): Promise<void>
  stats(): Promise<StoreStatistics>
  tally(scope: Scope): Promise<StoreTally>
  /** The present condition, after this process has loaded what searches by the model need. */
  condition(model: string): Promise<StoreCondition>
  load(): Promise<StoreLoad>
  /** Rebuilds this process's search cache. Resolves to the number of memories it held before. */
  reload(): Promise<number>
  close(): Promise<void>
}
