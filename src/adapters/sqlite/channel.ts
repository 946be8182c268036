import type { Engine, ReadingEngine, WritingEngine } from './engine.js'
import type { ThreadError } from './thread-error.js'

export type Role = 'writer' | 'reader'
export type EngineOf<R extends Role> = R extends 'writer' ? WritingEngine : ReadingEngine

type Calls<E> = { [Name in keyof E]: E[Name] extends (...args: infer Args) => infer Result ? [Args, Result] : never }
type ArgumentsOf<E, Name extends keyof E> = Calls<E>[Name][0]
type ResultOf<E, Name extends keyof E> = Calls<E>[Name][1]

/** What a worker is started with. */
export interface WorkerTask {
  readonly path: string
  readonly role: Role
  /** Since the epoch: a reader begins nothing after it. */
  readonly endsAt?: number
}

/** Calls an engine wherever it lives. Calls are carried out in the order they are made. */
export interface Channel<E extends Engine> {
  call<Name extends keyof E & string>(name: Name, ...args: ArgumentsOf<E, Name>): Promise<Awaited<ResultOf<E, Name>>>
  /** Calls that are not answered yet. */
  waiting(): number
  close(): Promise<void>
}

export interface CallMessage {
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

export type ReplyMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: ThreadError }

/** Sent unasked: work that nobody waits for has failed. */
export interface TroubleMessage {
  readonly trouble: ThreadError
}
