import type { FoundRecord } from '../../../operations/moving/import-foreign.js'

/** A program whose memories can be taken over. */
export interface ForeignSource {
  readonly name: string
  /** What is read, and where it is. */
  readonly summary: string
  /** It is known where it keeps them. */
  readonly isFoundAlone: boolean
}

/** What another program kept, ready to be read. */
export interface History {
  readonly source: string
  readonly files: number
  readonly bytes: number
  /** Its records say which project they belong to; otherwise it is the caller's. */
  readonly knowsProjects: boolean
  /** Some records at a time; `onRead` is told how many bytes have been read since it was told last. */
  read(onRead: (bytes: number) => void): AsyncIterable<readonly FoundRecord[]>
}

/** With a path, there and nowhere else; with a project, all of it is that one's. */
export interface HistoryOptions {
  readonly path?: string | undefined
  readonly project?: string | undefined
}
