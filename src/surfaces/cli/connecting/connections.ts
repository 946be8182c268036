/**
 * connected: as we wrote it. changed: we wrote it, and it is not that any more. by_hand: somebody else wrote an entry of
 * our name. unreadable: the settings cannot be understood.
 */
export type ConnectionState = 'connected' | 'changed' | 'by_hand' | 'not_connected' | 'unreadable'

export interface ClientStatus {
  readonly id: string
  readonly name: string
  readonly installed: boolean
  readonly state: ConnectionState
  readonly files: readonly string[]
  readonly problem?: string
}

export interface FileChange {
  readonly file: string
  /** Null: no file. */
  readonly before: string | null
  readonly after: string | null
}

export interface ClientOutcome {
  readonly id: string
  readonly name: string
  readonly status: 'changed' | 'unchanged' | 'not_ours' | 'failed'
  readonly changes: readonly FileChange[]
  readonly problem?: string
}

/** Which clients know of World Weaver, and telling them. */
export interface Connections {
  list(): Promise<readonly ClientStatus[]>
  /** Of each client all or nothing; a client that fails does not keep the others. */
  connect(ids: readonly string[], options: ConnectOptions): Promise<readonly ClientOutcome[]>
  disconnect(ids: readonly string[], options: { readonly dryRun?: boolean }): Promise<readonly ClientOutcome[]>
}

export interface ConnectOptions {
  readonly toolset?: string
  readonly dryRun?: boolean
  /** Of a server that runs already, in place of one that the client starts. */
  readonly url?: string
  readonly key?: string
}
