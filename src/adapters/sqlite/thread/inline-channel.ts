import { toStoreError } from '../connection/store-errors.js'
import type { Channel } from './channel.js'
import type { Engine } from './engine.js'

/** Loaded at the first call: a process whose engines run in workers never needs this module itself. */
type Engines = typeof import('./engine.js')
let engines: Engines | undefined
let loading: Promise<Engines> | undefined

async function loadEngines(): Promise<Engines> {
  loading ??= import('./engine.js')
  engines = await loading
  return engines
}

/** Runs the engine in this thread, for short commands: a worker would take longer to start than the work itself. */
export function openInlineChannel<E extends Engine>(open: (engines: Engines) => E): Channel<E> {
  let engine: E | undefined
  return {
    async call(name, ...args) {
      const loaded = engines ?? (await loadEngines())
      try {
        engine ??= open(loaded)
        engine.assertUsable(name)
        // `Channel` types `name` as a method of this engine and `args` as its arguments.
        const method = engine[name] as (...args: unknown[]) => never
        return await method(...args)
      } catch (error) {
        throw toStoreError(error, engine?.isSound)
      }
    },
    // A call ends before the next can start.
    pending: () => 0,
    async close() {
      // After the calls that wait for the import.
      await loading
      engine?.close()
      engine = undefined
    },
  }
}
