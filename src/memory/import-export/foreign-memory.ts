import type { Facets } from '../memory.js'
import type { EntityType } from '../semantic/entity.js'

/** A memory of another program, in our terms. */
export interface ForeignMemory {
  /** The line of its file where it begins, from 1. */
  readonly line: number
  /** A key of its origin, the same in every run and in every copy of the file. */
  readonly key: readonly string[]
  readonly kind: 'episode' | 'note' | 'entity'
  readonly text: string
  /** ISO 8601; null when unknown. */
  readonly happenedAt: string | null
  /** The working directory, from which its project is derived. */
  readonly folder?: string
  /** The conversation it is part of. */
  readonly scene?: string
  /** The speaker and similar facts. */
  readonly context?: Facets
  readonly tags?: readonly string[]
  /** True when it reports a failure. */
  readonly hasFailed?: true
  readonly entity?: { readonly name: string; readonly entityType: EntityType }
  /** Links to entities, by their keys. */
  readonly links?: readonly { readonly type: string; readonly key: readonly string[] }[]
}

/** A record that could not be read; the others still are. */
export interface BadRecord {
  readonly line: number
  readonly problem: string
}

export type ForeignRecord = ForeignMemory | BadRecord

/** A part of a file: a line, an element of a JSON array, or the whole file. */
export interface Piece {
  readonly line: number
  readonly text: string
}

/** Reads one file piece by piece. It never throws, whatever the pieces contain. */
export interface ForeignReader {
  read(piece: Piece): readonly ForeignRecord[]
  /** Records that are complete only at the end of the file. */
  end(): readonly ForeignRecord[]
}

/** What a reader knows about its file. */
export interface ForeignFile {
  /** The base name without its extension. */
  readonly name: string
  /** ISO 8601. */
  readonly modifiedAt: string
}

/** A reader that keeps no state between pieces. */
export const statelessReader = (read: ForeignReader['read']): ForeignReader => ({ read, end: () => [] })
