/**
 * connected: our entry is as we wrote it. changed: our entry was changed since. by_hand: an entry of our name that we did
 * not write. unreadable: the settings cannot be parsed.
 */
export type ConnectionState = 'connected' | 'changed' | 'by_hand' | 'not_connected' | 'unreadable'

/** Whether `connect` wrote its settings, also where they cannot be read since. */
export const isOurs = ({
  state,
  has_record = false,
}: {
  readonly state: ConnectionState
  readonly has_record?: boolean
}): boolean => state === 'connected' || state === 'changed' || has_record

export interface ClientStatus {
  readonly id: string
  readonly name: string
  readonly installed: boolean
  /** Whether it can be told not to ask before each call of a tool that only reads. */
  readonly can_allow_reading: boolean
  /** Whether it has been told so. */
  readonly allows_reading: boolean
  readonly state: ConnectionState
  readonly files: readonly string[]
  readonly problem?: string
  /** Of settings that cannot be read: whether `connect` wrote there, so that its record is needed to undo that. */
  readonly has_record?: boolean
}

export interface FileChange {
  readonly file: string
  /** Null if there is no file. */
  readonly before: string | null
  readonly after: string | null
}

export interface ClientOutcome {
  readonly id: string
  readonly name: string
  readonly status: 'changed' | 'unchanged' | 'not_ours' | 'failed'
  readonly changes: readonly FileChange[]
  readonly problem?: string
  /** How long the server took to answer when it was tried; absent if it was not. */
  readonly answered_ms?: number
}

/** How it went when an entry was started as its client starts it. */
export type Trial = { readonly works: true; readonly ms: number } | { readonly works: false; readonly problem: string }

/** Lists clients, and adds World Weaver to their settings or removes it. */
export interface Connections {
  list(): Promise<readonly ClientStatus[]>
  /** All or nothing for each client; one that fails, or whose entry does not work, does not stop the others. */
  connect(ids: readonly string[], options: ConnectOptions): Promise<readonly ClientOutcome[]>
  /** Moves every entry that `connect` wrote to this installation: all of them, or, if one does not work then, none. */
  upgrade(options: Pick<ConnectOptions, 'dryRun' | 'check' | 'onTrial'>): Promise<readonly ClientOutcome[]>
  disconnect(ids: readonly string[], options: { readonly dryRun?: boolean }): Promise<readonly ClientOutcome[]>
}

export interface ConnectOptions {
  readonly toolset?: string
  readonly dryRun?: boolean
  /** Address of a running server, instead of one that the client starts. */
  readonly url?: string
  readonly key?: string
  /** Let `recall` and `get_memory` through without asking each time, in clients that have such a setting. */
  readonly allowReading?: boolean
  /** Start what was written, and take it back if it does not work. */
  readonly check?: boolean
  /** Called before each client's entry is tried, which may take a while. */
  readonly onTrial?: (client: string) => void
  /** Ask the agent at the end of its work to note the outcome. */
  readonly askAtEnd?: boolean
}
