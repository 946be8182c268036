import type { FoundRecord } from '../../../operations/import-export/import-foreign.js'

/** A program whose memories can be imported. */
export interface ForeignSource {
  readonly name: string
  /** What is read, and from where. */
  readonly summary: string
  /** It stores them in a known place. */
  readonly hasDefaultPath: boolean
}

/** The data of another program, ready to be read. */
export interface History {
  readonly source: string
  readonly files: number
  readonly bytes: number
  /** Its records name their project; otherwise they get the caller's. */
  readonly hasProjects: boolean
  /** Some records at a time; `onRead` receives the number of bytes read since its last call. */
  read(onRead: (bytes: number) => void): AsyncIterable<readonly FoundRecord[]>
}

/** With a path, reads only there; with a project, all records get that project. */
export interface HistoryOptions {
  readonly path?: string | undefined
  readonly project?: string | undefined
}
