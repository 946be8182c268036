import type { HookCounts } from './hooks/hook-report.js'

export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'problem'
  readonly detail: string
  /** What to do about it. */
  readonly mend?: string
}

/** Resources in use at the moment; sizes in bytes. */
export interface Usage {
  /** Processes that serve an agent; `bytes` is null where the system does not report them. */
  readonly processes: readonly { readonly pid: number; readonly bytes: number | null }[]
  /** HOK15: the process that answers hooks where no server does; null if none runs. */
  readonly helper: { readonly pid: number; readonly since: string; readonly bytes: number | null } | null
  readonly disk: { readonly database: number; readonly log: number; readonly backups: number }
  /** What hooks did within seven days. */
  readonly hooks: HookCounts
  /** How many sessions could not be kept. */
  readonly not_kept: number
  /** What silences hooks here, null if nothing does; `until` is null for a pause without an end. */
  readonly silence: { readonly by: string; readonly until: string | null } | null
}

export interface DoctorOptions {
  readonly full?: boolean
  /** Repair what can be repaired, after a backup. */
  readonly fix?: boolean
  readonly dryRun?: boolean
  readonly restore?: boolean
}

/** What `--fix` did, or would do. */
export interface Repairs {
  readonly done: readonly string[]
  readonly left: readonly string[]
  readonly backup: string | null
}

export interface DoctorReport {
  /** False when there is a problem; a warning is not a problem. */
  readonly healthy: boolean
  readonly version: string
  readonly findings: readonly Finding[]
  /** Present with `--fix`. */
  readonly mending?: Repairs
  readonly usage: Usage
  readonly configuration: readonly { readonly name: string; readonly value: string; readonly from: string }[]
}
