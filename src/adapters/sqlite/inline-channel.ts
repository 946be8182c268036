import type { Channel } from './channel.js'
import type { Engine } from './engine.js'
import { toTrouble } from './trouble.js'

/** All that opens a file; loaded where one is opened, which mostly is in a worker. */
type Engines = typeof import('./engine.js')
let engines: Engines | undefined
let loading: Promise<Engines> | undefined

async function loadEngines(): Promise<Engines> {
  loading ??= import('./engine.js')
  engines = await loading
  return engines
}

/** For a command that does one thing and ends: a worker would take longer to start than the work. */
export function openInlineChannel<E extends Engine>(open: (engines: Engines) => E): Channel<E> {
  let engine: E | undefined
  return {
    async call(name, ...args) {
      const loaded = engines ?? (await loadEngines())
      try {
        engine ??= open(loaded)
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
      // Behind the calls that wait for the engines.
      await loading
      engine?.close()
      engine = undefined
    },
  }
}
