import type { ExportedMemory } from '../../memory/import-export/exported-memory.js'
import type { Json, Memory, StoredMemory } from '../../memory/memory.js'
import type { TextIndex } from '../../memory/recall/text/text-index.js'
import type { TextStructure } from '../../memory/workspace/text-structure.js'
import type { MemoryFilter, Page, Scope } from './filter.js'

export interface ExportPage {
  /** The number of memories in the whole export. */
  readonly total: number
  /** The change log's newest number at the moment of the export. */
  readonly seq: number
  readonly memories: readonly ExportedMemory[]
}

/** A memory whose duplicate may be stored already, in the same session and project. */
export interface DuplicateProbe extends Pick<Memory, 'project' | 'session' | 'source' | 'tags' | 'text'> {
  /** The terms of its text index. */
  readonly terms: TextIndex['terms']
}

/** The position of a reader of structures. */
export interface StructureCursor {
  readonly seq: number
  /** During the first full read: the last place read. */
  readonly place?: number
}

/** A change of the structure of one memory. */
export interface StructureChange {
  /** The store's number of the memory, which is all that is known of an erased one. */
  readonly place: number
  /** Undefined when it has no structure, is no longer valid, or was erased. */
  readonly memory: StructuredMemory | undefined
}

export interface StructuredMemory extends Pick<Memory, 'id' | 'session' | 'project'> {
  readonly structure: TextStructure
}

/** A memory of which a key wrote a version. */
export interface KeyWritten {
  readonly id: string
  /** It wrote the first version, which has the text. */
  readonly isAuthor: boolean
}

/** Reads by id, by filter and by content. */
/** A memory with answers without a vector of a model. */
export interface UnembeddedAnswers {
  readonly id: string
  readonly version: number
  readonly answers: readonly string[]
}

export interface MemoryReader {
  /** In the order of `ids`; undefined for a memory that does not exist, or was not known at `asOf`. */
  get(ids: readonly string[], asOf?: number): Promise<(StoredMemory | undefined)[]>
  /** Newest first by T_ref, then by id. Neither the page nor the total includes `except`. */
  query(
    filter: MemoryFilter,
    page: Page,
    except?: readonly string[],
  ): Promise<{ readonly total: number; readonly memories: readonly StoredMemory[] }>
  /** Sessions with a memory that passes the filter; the one with the newest first. */
  sessions(filter: MemoryFilter): Promise<readonly string[]>
  /** Languages of the texts (ISO 639-1), most common first. */
  languages(): Promise<readonly string[]>
  /** In the order of `ids`; undefined where there is no vector of the model. */
  vectors(ids: readonly string[], model: string): Promise<readonly (Int8Array | undefined)[]>
  /** Memories that pass the filter and have one of these values as a facet. */
  findByFacet(
    facet: string,
    values: readonly string[],
    filter: MemoryFilter,
  ): Promise<readonly { readonly value: string; readonly id: string }[]>
  /** For each, the id of a memory with the same content, source and tags (`hasSameContent`), whatever its state. */
  findDuplicates(probes: readonly DuplicateProbe[]): Promise<readonly (string | undefined)[]>
  /** Memories without a vector of this model, oldest first. The signal cancels a long search. */
  unembedded(
    model: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<readonly { readonly id: string; readonly text: string }[]>
  /** The same for the questions that memories answer (REC25). */
  unembeddedAnswers(model: string, limit: number): Promise<readonly UnembeddedAnswers[]>
  /**
   * Structures of valid memories, for a cache: all of them without a cursor, then the changes since. While `isDone` is
   * false there are more: continue from `next`.
   */
  structures(
    from: StructureCursor | undefined,
    limit: number,
  ): Promise<{ readonly changes: readonly StructureChange[]; readonly next: StructureCursor; readonly isDone: boolean }>
  /** A snapshot of all memories of every kind and state when it begins, in the order of writing. */
  exportAll(scope: Scope): AsyncIterable<ExportPage>
  /** The memories of which this key wrote a version, in the order of writing. */
  writtenBy(key: string): Promise<readonly KeyWritten[]>
  checkpoints(names: readonly string[]): Promise<Readonly<Record<string, Json>>>
}
