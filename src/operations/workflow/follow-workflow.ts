import type { WorkflowEvent } from '../../memory/workflow/stream/event.js'
import {
  catchUp,
  follow,
  openReader,
  type Reader,
  type ReadResult,
  type StreamQuery,
  skipToFinal,
  skipToLatest,
  streamStart,
} from '../../memory/workflow/stream/reader.js'
import { isInReach } from './workflow-access.js'
import type { WorkflowContext } from './workflow-context.js'

/** A stream of one workflow's events, for one reader. */
export interface FollowedWorkflow {
  /** WSS4: from now on only the final event. */
  skipToFinal(): void
  /** The cursor that the stream begins at. */
  readonly from: number
  /** Ends when the latest run is over (WSS3), or with the signal. */
  readonly events: AsyncIterable<readonly WorkflowEvent[]>
}

/**
 * WSS2: past events, then live ones, with no gap and no duplicate between the two. Undefined when there is no such
 * workflow. Nothing is buffered for a slow reader: unread events stay in the store.
 */
export async function followWorkflow(
  workflowId: string,
  query: StreamQuery,
  context: Pick<WorkflowContext, 'memories' | 'hub' | 'access' | 'defaults'>,
  signal: AbortSignal,
): Promise<FollowedWorkflow | undefined> {
  const { workflows } = context.memories
  if (!(await isShown())) return undefined
  const first = await workflows.snapshot(workflowId, toCursor(streamStart(query)))
  if (first === undefined) return undefined
  let reader: Reader = openReader(query, first)

  async function* events(): AsyncGenerator<readonly WorkflowEvent[]> {
    const pushes = createPushes(signal)
    // Subscribed before the store is read, so that no event in between is missed.
    const unsubscribe = context.hub.subscribe(workflowId, pushes.add)
    try {
      for (let pushed: readonly WorkflowEvent[] | undefined; !signal.aborted; ) {
        const reading: ReadResult | undefined =
          (pushed === undefined || reader.seeksLatest ? undefined : follow(reader, pushed)) ?? (await readStore())
        if (reading === undefined) return
        reader = { ...reading.reader, finalOnly: reader.finalOnly, seeksLatest: reader.seeksLatest }
        // Checked after the events are read: the conversation may have moved to another session meanwhile.
        if (!(await isShown())) return
        if (reading.events.length > 0) yield reading.events
        if (reading.isOver) return
        pushed = reading.hasMore ? undefined : await pushes.next()
      }
    } finally {
      unsubscribe()
    }
  }

  async function isShown(): Promise<boolean> {
    if (context.access?.sessions === undefined) return true
    const conversation = await workflows.conversation(workflowId)
    return conversation !== undefined && isInReach(conversation.workflow, context)
  }

  async function readStore(): Promise<ReadResult | undefined> {
    const { seeksLatest } = reader
    const snapshot = await workflows.snapshot(workflowId, seeksLatest ? null : reader.after)
    if (snapshot === undefined) return undefined
    if (seeksLatest) reader = skipToLatest(reader, snapshot)
    return catchUp(reader, snapshot)
  }

  return {
    skipToFinal() {
      reader = skipToFinal(reader)
    },
    from: reader.after,
    events: events(),
  }
}

/** The store's word for the start of the latest run is null. */
const toCursor = (start: ReturnType<typeof streamStart>): number | null => (start === 'latest' ? null : start)

/** Holds the latest push; a second one before it is taken becomes a signal to read the store. */
function createPushes(signal: AbortSignal) {
  let waiting: { readonly events: readonly WorkflowEvent[] | undefined } | undefined
  let wake: (() => void) | undefined
  signal.addEventListener('abort', () => wake?.(), { once: true })
  return {
    add(events: readonly WorkflowEvent[] | undefined): void {
      waiting = { events: waiting === undefined ? events : undefined }
      wake?.()
    },
    /** Undefined: read the store. */
    async next(): Promise<readonly WorkflowEvent[] | undefined> {
      if (waiting === undefined && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = undefined
      }
      const taken = waiting
      waiting = undefined
      return taken?.events
    },
  }
}
