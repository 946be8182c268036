import type { ForeignFile, ForeignReader } from '../../memory/import-export/foreign-memory.js'

/** A file of another program, and how it is read. */
export interface FoundFile {
  /** The path as shown to the user. */
  readonly path: string
  readonly size: number
  readonly modifiedAt: string
  /** One record per line, one JSON array, or one text. */
  readonly pieces: 'lines' | 'elements' | 'text'
  readonly newReader: (file: ForeignFile) => ForeignReader
  bytes(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export type Reading = Pick<FoundFile, 'pieces' | 'newReader'>
