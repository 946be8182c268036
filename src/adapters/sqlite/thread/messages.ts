import type { FirstOpened } from '../connection/same-file.js'
import type { SentError } from './sent-error.js'

/**
 * The protocol between a store and its worker threads. The store starts a worker with `WorkerOptions` and posts
 * `CallMessage`s to it. The worker answers each with one `ReplyMessage` of the same id, in the order of the calls, and
 * may post a `BackgroundErrorMessage` at any time. After `close` it answers nothing more. Large arguments and results cross in the shapes of `sent-*.ts`.
 */
export interface WorkerOptions {
  readonly path: string
  readonly role: Role
  /** Shared by the threads of a store. */
  readonly opened: FirstOpened
  /** Since the epoch: a reader starts no statement after it. */
  readonly endsAt?: number
}

export type Role = 'writer' | 'reader'

export interface CallMessage {
  readonly id: number
  /** A method of the worker's engine, or `close`. */
  readonly name: string
  readonly args: readonly unknown[]
}

export type ReplyMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: SentError }

/** Background work has failed, which no call waits for. */
export interface BackgroundErrorMessage {
  readonly backgroundError: SentError
}
