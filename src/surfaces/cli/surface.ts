import type { Readable, Writable } from 'node:stream'
import type { ExportedLines, ExportInput } from '../../operations/import-export/export-memories.js'
import type { ForeignInput, ForeignOutcome, FoundRecord } from '../../operations/import-export/import-foreign.js'
import type { ImportInput, LineOutcome } from '../../operations/import-export/import-memories.js'
import type { Operation } from '../../operations/machinery/operation.js'
import type { CallOptions } from '../../operations/machinery/operation-context.js'
import type { WorkflowDoor } from '../../operations/workflow/workflow-door.js'
import type { AuditPage, AuditPlace } from '../../ports/audit-log.js'
import type { MadeBackup } from './backup/backup-command.js'
import type { Encryption, KeyOptions } from './backup/encryption.js'
import type { RestoredBackup } from './backup/restore-command.js'
import type { Connections } from './connect/connections.js'
import type { Leftovers } from './connect/uninstall-command.js'
import type { DoctorOptions, DoctorReport } from './doctor-report.js'
import type { Migrated } from './engine-copy/migrate-command.js'
import type { MigratedEngine, MoveOptions } from './engine-copy/move-command.js'
import type { HookHistory } from './hooks/hook-report.js'
import type { ForeignSource, History, HistoryOptions } from './import-export/history.js'
import type { KeyRing } from './keys/key-ring.js'
import type { Output } from './printable-output.js'
import type { Terminal } from './terminal.js'

/** Options of every command; each overrides an environment variable. */
export interface GlobalOptions {
  readonly dataDir?: string
  readonly tenant?: string
  readonly session?: string
  readonly project?: string
  readonly json?: boolean
}

/** How a command opens the memory. */
export interface OpenWork {
  /** `bulk` for long work that is shared among threads. */
  readonly work?: 'bulk'
  /** The command, which the versions that it writes name: `ww remember`. */
  readonly command?: string
}

/** A memory that is open for one command. */
export interface OpenMemory {
  invoke(operation: Operation, input: unknown, options?: CallOptions): Promise<Record<string, unknown>>
  export(input: ExportInput): AsyncIterable<ExportedLines>
  import(bytes: AsyncIterable<Uint8Array>, input: ImportInput): AsyncIterable<LineOutcome>
  importForeign(records: AsyncIterable<readonly FoundRecord[]>, input: ForeignInput): AsyncIterable<ForeignOutcome>
  readonly workflow: WorkflowDoor
  close(): Promise<void>
}

/** `ww serve`. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  /** Require keys even if only this machine can call. */
  readonly auth?: boolean
  readonly allowHost?: readonly string[]
  readonly allowOrigin?: readonly string[]
}

/** What the command line needs from the application. */
export interface CliSurface {
  /** The name it was called by: `ww` or `world-weaver`. */
  readonly name: string
  readonly version: string
  readonly operations: readonly Operation[]
  readonly open: (options: GlobalOptions, how?: OpenWork) => Promise<OpenMemory>
  readonly serveMcp: (options: GlobalOptions) => void
  /** Resolves when the server has stopped. */
  readonly serve: (options: GlobalOptions & ServeOptions) => Promise<void>
  /** OPS5: the OpenAPI document. */
  readonly describeApi: (format: 'json' | 'yaml') => Promise<string>
  /** Creates the folder of a tenant with its first key. */
  readonly openKeys: (options: GlobalOptions) => Promise<KeyRing>
  /** The entries of the audit log after a place. */
  readonly readAuditLog: (options: GlobalOptions, from?: AuditPlace) => AuditPage
  /** Resolves to whether every step went as expected. */
  readonly runDemo: (options: GlobalOptions & { readonly slow?: boolean }) => Promise<boolean>
  /** Programs whose memories can be imported. */
  readonly sources: readonly ForeignSource[]
  readonly openHistory: (source: string, options: HistoryOptions) => Promise<History>
  /** The memory is deleted afterwards, even if the work fails. */
  readonly withTemporaryMemory: <Result>(work: (memory: OpenMemory) => Promise<Result>) => Promise<Result>
  readonly move: (
    options: GlobalOptions & MoveOptions,
    onProgress: (share: number, words: string) => void,
  ) => Promise<MigratedEngine>
  readonly migrate: (options: GlobalOptions) => Promise<Migrated>
  /** Without a file, beside the database. */
  readonly backup: (options: GlobalOptions & KeyOptions, file: string | undefined) => Promise<MadeBackup>
  readonly restore: (options: GlobalOptions & KeyOptions, backup: string, isDryRun: boolean) => Promise<RestoredBackup>
  readonly encryption: () => Promise<Encryption>
  readonly examine: (options: GlobalOptions & DoctorOptions) => Promise<DoctorReport>
  readonly connections: (options: GlobalOptions) => Promise<Connections>
  /** What `uninstall` removes besides settings: the memories, if they go, too. */
  readonly leftovers: (
    options: GlobalOptions,
    wanted: { readonly withData: boolean; readonly backup?: string },
  ) => Promise<Leftovers>
  readonly removeLeftovers: (options: GlobalOptions, leftovers: Leftovers) => Promise<void>
  /** Null: until `ww resume`. */
  readonly pauseHooks: (options: GlobalOptions, until: number | null) => Promise<{ readonly until: string | null }>
  readonly resumeHooks: (options: GlobalOptions) => Promise<void>
  readonly hookHistory: (options: GlobalOptions, since: number) => Promise<HookHistory>
  /** Of the session whose memory this is, nothing is kept again. */
  readonly markUndone: (options: GlobalOptions, id: string) => Promise<void>
  /** How many sessions ended and are still being kept. */
  readonly countKeeping: (options: GlobalOptions) => Promise<number>
  /** Exits the process. */
  readonly runHook: (
    options: GlobalOptions & { readonly moment?: string; readonly debug?: boolean; readonly wait?: boolean },
  ) => Promise<void>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  /** Standard output for files of data, such as an export: exact in a pipe. */
  readonly data: Writable
  /** One for stdout and one for stderr, since one may be a file while the other is a terminal. */
  readonly terminal: Terminal
  readonly errorTerminal: Terminal
  readonly now: () => number
}
