import type { Engine, ReadingEngine, WritingEngine } from './engine.js'
import type { Role } from './messages.js'

export type EngineOf<R extends Role> = R extends 'writer' ? WritingEngine : ReadingEngine

type Calls<E> = { [Name in keyof E]: E[Name] extends (...args: infer Args) => infer Result ? [Args, Result] : never }
type ArgumentsOf<E, Name extends keyof E> = Calls<E>[Name][0]
type ResultOf<E, Name extends keyof E> = Calls<E>[Name][1]

/** Calls the methods of an engine, in this thread or in a worker. The engine runs calls in the order they are made. */
export interface Channel<E extends Engine> {
  call<Name extends keyof E & string>(name: Name, ...args: ArgumentsOf<E, Name>): Promise<Awaited<ResultOf<E, Name>>>
  /** Number of calls without an answer. */
  pending(): number
  close(): Promise<void>
}
