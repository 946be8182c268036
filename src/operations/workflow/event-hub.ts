import type { WorkflowEvent } from '../../memory/workflow/stream/event.js'
import type { Log } from '../../ports/log.js'
import type { WorkflowStore } from '../../ports/workflow-store.js'

/** Undefined: something may have been said; the store knows. */
type Listener = (events: readonly WorkflowEvent[] | undefined) => void

/** Brings what was said to whoever listens: at once within this process, soon from others on the same database. */
export interface EventHub {
  /** What this process has just written, once it is durable (WFL4). */
  publish(events: readonly WorkflowEvent[]): void
  /** The same event may come twice, and one may be missing: `follow` notices both. */
  subscribe(workflowId: string, listener: Listener): () => void
}

/** How soon a listener hears of what another process wrote. */
const pollMs = 100
const readAtOnce = 500

/** Asks the store only while somebody listens. */
export function createEventHub(workflows: WorkflowStore, log: Log): EventHub {
  const listeners = new Map<string, Set<Listener>>()
  let isScheduled = false
  let seq: number | undefined

  function publish(events: readonly WorkflowEvent[]): void {
    const heard = new Set(events.map(({ workflowId }) => workflowId))
    for (const id of heard) {
      const own = events.filter(({ workflowId }) => workflowId === id)
      for (const listener of listeners.get(id) ?? []) listener(own)
    }
  }

  async function poll(): Promise<void> {
    try {
      if (seq === undefined) {
        // What came before this number is not followed: whoever listens looks for it once.
        seq = await workflows.newestEvent()
        for (const each of listeners.values()) for (const listener of each) listener(undefined)
      }
      for (let events: readonly WorkflowEvent[]; ; ) {
        ;({ events, seq } = await workflows.eventsAfter(seq, readAtOnce))
        publish(events)
        if (events.length < readAtOnce) return
      }
    } catch (error) {
      log.warn('events of other processes could not be read', { error })
    }
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setTimeout(async () => {
      await poll()
      isScheduled = false
      if (listeners.size > 0) schedule()
      else seq = undefined
    }, pollMs).unref()
  }

  return {
    publish,
    subscribe(workflowId, listener) {
      const own = listeners.get(workflowId) ?? new Set()
      listeners.set(workflowId, own.add(listener))
      schedule()
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(workflowId)
      }
    },
  }
}
