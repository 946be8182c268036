import type { Facets } from '../../memory.js'
import type { EntityType } from '../../semantic/entity.js'

/** What another program kept, in our words. */
export interface ForeignMemory {
  /** Where it begins in its file, from 1. */
  readonly line: number
  /** What it is called where it comes from: the same in every run, and in every copy of the file. */
  readonly key: readonly string[]
  readonly kind: 'episode' | 'note' | 'entity'
  readonly text: string
  /** ISO 8601; null when nobody knows. */
  readonly happenedAt: string | null
  /** Where it was said: what its project follows from. */
  readonly folder?: string
  /** The conversation that it is part of. */
  readonly scene?: string
  /** Who said it, and the like. */
  readonly context?: Facets
  readonly tags?: readonly string[]
  /** It tells of something that went wrong. */
  readonly hasFailed?: true
  readonly entity?: { readonly name: string; readonly entityType: EntityType }
  /** To entities, by their keys. */
  readonly links?: readonly { readonly type: string; readonly key: readonly string[] }[]
}

/** What could not be read. The others are. */
export interface BadRecord {
  readonly line: number
  readonly problem: string
}

export type ForeignRecord = ForeignMemory | BadRecord

/** A part of a file: a line, an element of a JSON array, or all of it. */
export interface Piece {
  readonly line: number
  readonly text: string
}

/** Reads one file, piece by piece. Whatever the pieces are, it throws nothing. */
export interface ForeignReader {
  read(piece: Piece): readonly ForeignRecord[]
  /** What can be told only at the end of the file. */
  end(): readonly ForeignRecord[]
}

/** What a reader is told of its file. */
export interface ForeignFile {
  /** Without the folder and what is behind the last dot. */
  readonly name: string
  /** ISO 8601. */
  readonly modifiedAt: string
}

/** One that needs no more than the piece at hand. */
export const readerOf = (read: ForeignReader['read']): ForeignReader => ({ read, end: () => [] })
