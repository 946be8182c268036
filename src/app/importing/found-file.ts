import type { ForeignFile, ForeignReader } from '../../memory/moving/foreign/foreign-memory.js'

/** A file of another program, and how it is read. */
export interface FoundFile {
  /** As a person would look for it. */
  readonly path: string
  readonly size: number
  readonly modifiedAt: string
  /** What it is made of: a record a line, one JSON array, or one text. */
  readonly pieces: 'lines' | 'elements' | 'text'
  readonly newReader: (file: ForeignFile) => ForeignReader
  bytes(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export type Reading = Pick<FoundFile, 'pieces' | 'newReader'>
