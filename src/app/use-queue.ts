import type { Log } from '../ports/log.js'
import type { Coactivation, MemoryStore, Use } from '../ports/memory-store.js'

/** ACT8: at most this long until a use is written. */
const delayMs = 1_000

export interface UseQueue {
  note(uses: readonly Use[], coactivations: readonly Coactivation[]): void
  /** How many wait to be written. */
  waiting(): number
  /** Writes what waits. */
  flush(): Promise<void>
}

/** Collects uses so that no recall ever waits for the write lock. A crash loses a second of them, and nothing else. */
export function createUseQueue(memories: MemoryStore, log: Log): UseQueue {
  let uses: Use[] = []
  let coactivations: Coactivation[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (uses.length === 0) return writing
    const [used, together] = [uses, coactivations]
    uses = []
    coactivations = []
    writing = writing
      .then(() => memories.reinforce(used, together))
      .catch((error: unknown) => log.warn('uses were not recorded', { error }))
    return writing
  }

  return {
    note(moreUses, moreCoactivations) {
      uses.push(...moreUses)
      coactivations.push(...moreCoactivations)
      timer ??= setTimeout(flush, delayMs).unref()
    },
    waiting: () => uses.length,
    flush,
  }
}
