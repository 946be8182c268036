import type { Log } from '../../ports/log.js'
import type { Coactivation, MemoryWriter, Use } from '../../ports/store/write.js'

/** ACT8: a use is written within this time. */
const delayMs = 1_000

export interface UseQueue {
  note(uses: readonly Use[], coactivations: readonly Coactivation[]): void
  /** Uses not written yet. */
  waiting(): number
  /** Writes them now. */
  flush(): Promise<void>
}

/** Collects uses so that no recall waits for the write lock. A crash loses the uses of one second, and nothing else. */
export function createUseQueue(memories: MemoryWriter, log: Log): UseQueue {
  let uses: Use[] = []
  let coactivations: Coactivation[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let beingWritten = 0

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (uses.length === 0) return writing
    const [used, usedTogether] = [uses, coactivations]
    uses = []
    coactivations = []
    beingWritten += used.length
    writing = writing
      .then(() => memories.reinforce(used, usedTogether))
      .catch((error: unknown) => log.warn('uses were not recorded', { error }))
      .finally(() => {
        beingWritten -= used.length
      })
    return writing
  }

  return {
    note(moreUses, moreCoactivations) {
      uses.push(...moreUses)
      coactivations.push(...moreCoactivations)
      timer ??= setTimeout(flush, delayMs).unref()
    },
    waiting: () => uses.length + beingWritten,
    flush,
  }
}
