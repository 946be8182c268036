import type { Channel } from './channel.js'
import type { Engine } from './engine.js'
import { toTrouble } from './trouble.js'

/** For a command that does one thing and ends: a worker would take longer to start than the work. */
export function openInlineChannel<E extends Engine>(open: () => E): Channel<E> {
  let engine: E | undefined
  return {
    async call(name, ...args) {
      try {
        engine ??= open()
        engine.assertKnown()
        // `name` is a method of this engine and `args` are its own: `Channel` says so to the caller.
        const method = engine[name] as (...args: unknown[]) => never
        return await method(...args)
      } catch (error) {
        throw toTrouble(error, engine?.isSound)
      }
    },
    // Each is answered before the next can be made.
    waiting: () => 0,
    async close() {
      engine?.close()
      engine = undefined
    },
  }
}
