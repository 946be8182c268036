import type { Origin } from '../memory/origin.js'

/** What was done, and by whom; never what was stored, asked or answered. */
export interface AuditEntry extends Origin {
  readonly at: number
  readonly tenant: string
  /** The operation, or the administrative command. */
  readonly operation: string
  readonly effect: 'read' | 'write' | 'erase' | 'admin'
  /** The memories that were written, erased or returned. */
  readonly ids: readonly string[]
  /** `ok`, the code of the error, or `dry_run` where a call only showed what it would do. */
  readonly outcome: string
}

/** Who did what. An entry is in the file when `append` returns, so that it is there before the call is answered. */
export interface AuditLog {
  append(entry: AuditEntry): void
}

/** An entry as it is in the log. */
export interface LoggedEntry extends Omit<AuditEntry, 'at'> {
  readonly at: string
  /** How many ids the entry leaves out. */
  readonly more_ids?: number
}

/** A place in the log, from which to go on reading. */
export interface AuditPlace {
  readonly number: number
  readonly offset: number
}

export interface AuditPage {
  /** Oldest first. */
  readonly entries: readonly LoggedEntry[]
  readonly next: AuditPlace
}
