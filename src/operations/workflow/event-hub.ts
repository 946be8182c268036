import type { WorkflowEvent } from '../../memory/workflow/stream/event.js'
import type { Log } from '../../ports/log.js'
import type { WorkflowStore } from '../../ports/workflow-store.js'

/** Undefined: there may be new events; read the store. */
type Listener = (events: readonly WorkflowEvent[] | undefined) => void

/** Delivers events to listeners: at once within this process, soon from others on the same database. */
export interface EventHub {
  /** Events that this process has just written durably (WFL4). */
  publish(events: readonly WorkflowEvent[]): void
  /** An event may come twice or be missing: `follow` detects both. */
  subscribe(workflowId: string, listener: Listener): () => void
}

/** The delay for events of other processes. */
const pollMs = 100
const eventsPerRead = 500

/** Polls the store only while there are listeners. */
export function createEventHub(workflows: WorkflowStore, log: Log): EventHub {
  const listeners = new Map<string, Set<Listener>>()
  let isScheduled = false
  let seq: number | undefined

  function publish(events: readonly WorkflowEvent[]): void {
    const workflowIds = new Set(events.map(({ workflowId }) => workflowId))
    for (const id of workflowIds) {
      const own = events.filter(({ workflowId }) => workflowId === id)
      for (const listener of listeners.get(id) ?? []) listener(own)
    }
  }

  async function poll(): Promise<void> {
    try {
      if (seq === undefined) {
        // Earlier events are not polled: each listener reads the store once for them.
        seq = await workflows.newestEvent()
        for (const each of listeners.values()) for (const listener of each) listener(undefined)
      }
      for (let events: readonly WorkflowEvent[]; ; ) {
        ;({ events, seq } = await workflows.eventsAfter(seq, eventsPerRead))
        publish(events)
        if (events.length < eventsPerRead) return
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
