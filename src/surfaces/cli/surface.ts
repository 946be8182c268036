import type { Readable, Writable } from 'node:stream'
import type { ExportedLines, ExportInput } from '../../operations/moving/export-memories.js'
import type { ForeignInput, ForeignOutcome, FoundRecord } from '../../operations/moving/import-foreign.js'
import type { ImportInput, LineOutcome } from '../../operations/moving/import-memories.js'
import type { Operation } from '../../operations/operation.js'
import type { CallOptions } from '../../operations/operation-context.js'
import type { WorkflowDoor } from '../../operations/workflow/workflow-door.js'
import type { Connections } from './connecting/connections.js'
import type { KeyRing } from './keys/key-ring.js'
import type { ForeignSource, History, HistoryOptions } from './moving/history.js'
import type { Migrated } from './moving/migrate-command.js'
import type { MovedHouse, MoveOptions } from './moving/move-command.js'
import type { DoctorOptions, DoctorReport } from './rendering/doctor.js'
import type { Terminal } from './terminal.js'

/** Said before or after any command; each stands for an environment variable. */
export interface GlobalOptions {
  readonly dataDir?: string
  readonly tenant?: string
  readonly session?: string
  readonly project?: string
  readonly json?: boolean
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
  /** Ask for keys also where only this machine can call. */
  readonly auth?: boolean
  readonly allowHost?: readonly string[]
  readonly allowOrigin?: readonly string[]
}

/** What the command line needs from outside. */
export interface CliSurface {
  /** As it was called: `ww` or `world-weaver`. */
  readonly name: string
  readonly version: string
  readonly operations: readonly Operation[]
  /** `bulk` for work that is long enough to be shared among threads. */
  readonly open: (options: GlobalOptions, work?: 'bulk') => Promise<OpenMemory>
  readonly serveMcp: (options: GlobalOptions) => void
  /** Answers when the server has been told to stop, and has stopped. */
  readonly serve: (options: GlobalOptions & ServeOptions) => Promise<void>
  /** OPS5: what the server answers over HTTP. */
  readonly describeApi: (format: 'json' | 'yaml') => Promise<string>
  /** Makes the folder of a tenant whose first key is made. */
  readonly openKeys: (options: GlobalOptions) => Promise<KeyRing>
  /** Answers whether everything went as the story says. */
  readonly tellDemo: (options: GlobalOptions & { readonly slow?: boolean }) => Promise<boolean>
  /** Programs whose memories can be taken over. */
  readonly sources: readonly ForeignSource[]
  readonly openHistory: (source: string, options: HistoryOptions) => Promise<History>
  /** A memory that is gone afterwards, whatever happens. */
  readonly withTemporaryMemory: <Result>(work: (mind: OpenMemory) => Promise<Result>) => Promise<Result>
  readonly move: (
    options: GlobalOptions & MoveOptions,
    onProgress: (share: number, words: string) => void,
  ) => Promise<MovedHouse>
  readonly migrate: (options: GlobalOptions) => Promise<Migrated>
  readonly examine: (options: GlobalOptions & DoctorOptions) => Promise<DoctorReport>
  readonly connections: (options: GlobalOptions) => Promise<Connections>
  /** Null: until somebody resumes. */
  readonly pauseHooks: (options: GlobalOptions, until: number | null) => Promise<{ readonly until: string | null }>
  readonly resumeHooks: (options: GlobalOptions) => Promise<void>
  /** Ends the process. */
  readonly runHook: (
    options: GlobalOptions & { readonly moment?: string; readonly debug?: boolean; readonly wait?: boolean },
  ) => Promise<void>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  /** Of stdout and of stderr: one may be a file while the other is a window. */
  readonly terminal: Terminal
  readonly errorTerminal: Terminal
  readonly now: () => number
}
