import type { MemoryStore } from '../../ports/memory-store.js'
import type { Trace } from '../../ports/trace.js'

/** Streams have no span: they last as long as their reader. */
const streamed: ReadonlySet<string> = new Set(['exportAll', 'watch'])

type Call = (...args: readonly unknown[]) => Promise<unknown>

/** The same store, with a span for each call. */
export function traceStore(store: MemoryStore, trace: Trace): MemoryStore {
  const members = Object.entries(store).map(([name, member]) => {
    if (typeof member !== 'function' || streamed.has(name)) return [name, member]
    const call = member as Call
    return [name, (...args: readonly unknown[]) => trace.span(`store.${name}`, {}, () => call(...args))]
  })
  // Every member keeps its type.
  return Object.fromEntries(members) as MemoryStore
}
