import type { Run } from '../conversation/run.js'
import type { Workflow } from '../conversation/workflow.js'
import { rebuildEnd } from './end-of-run.js'
import { endsRun, isFinalEvent, type WorkflowEvent } from './event.js'

/** How far a socket has seen. */
export interface Reader {
  readonly after: number
  readonly finalOnly: boolean
}

/** What the store holds from the reader's place on, read in one transaction; a long conversation comes in stretches. */
export interface Snapshot {
  readonly workflow: Pick<Workflow, 'lastEventId'>
  /** In their order. Those that ended at or before the reader's place may be left out. */
  readonly runs: readonly Run[]
  /** Of these runs, those still kept, in their order; the ones that the reader has seen may be left out. */
  readonly events: readonly WorkflowEvent[]
  /** Later runs are left out; without, the last run is the latest. */
  readonly hasMore: boolean
}

export interface Reading {
  readonly reader: Reader
  /** To be sent, in this order. */
  readonly events: readonly WorkflowEvent[]
  /** The store has more already. */
  readonly hasMore: boolean
  /** WSS3: nothing will come any more; close 1000. */
  readonly isOver: boolean
}

export interface StreamQuery {
  readonly cursor: number | null
  readonly finalOnly: boolean
}

/**
 * WSS2: no cursor = the latest run from its start, N = everything after N, 0 = the whole conversation. A cursor that
 * was never given out counts as the last one that was.
 */
export function openReader({ cursor, finalOnly }: StreamQuery, { workflow, runs }: Snapshot): Reader {
  const after = cursor ?? latestOf(runs).firstEventId - 1
  return { after: Math.min(after, workflow.lastEventId), finalOnly }
}

/** WSS4: from now on only the end. */
export const skipToFinal = (reader: Reader): Reader => ({ ...reader, finalOnly: true })

/** What the reader has not seen, as far as the snapshot goes. Right at any moment, whatever was pushed before or is pushed later. */
export function catchUp(reader: Reader, { runs, events, hasMore }: Snapshot): Reading {
  const latest = latestOf(runs)
  const unseen = replay(runs, events).filter(({ id }) => id > reader.after)
  const after = Math.max(reader.after, unseen.at(-1)?.id ?? 0)
  const end = latest.endEventIds.at(-1)
  return {
    reader: { ...reader, after },
    events: shownTo(reader, unseen),
    hasMore,
    isOver: !hasMore && end !== undefined && after >= end,
  }
}

/**
 * What was pushed, as far as it is new. Undefined when something is missing before it: then the store must be read
 * (`catchUp`). Ids have no holes, so that a push that was lost, doubled or overtaken always shows (WSS2).
 */
export function follow(reader: Reader, pushed: readonly WorkflowEvent[]): Reading | undefined {
  const unseen = pushed.filter(({ id }) => id > reader.after)
  if (unseen.some(({ id }, at) => id !== reader.after + 1 + at)) return undefined
  const last = unseen.at(-1)
  return {
    reader: { ...reader, after: last?.id ?? reader.after },
    events: shownTo(reader, unseen),
    hasMore: false,
    isOver: last !== undefined && endsRun(last),
  }
}

/** WFL8: the events that are kept; of a run whose events are gone, its end. */
export function replay(runs: readonly Run[], kept: readonly WorkflowEvent[]): readonly WorkflowEvent[] {
  const ids = new Set(kept.map(({ id }) => id))
  const rebuilt = runs.flatMap(rebuildEnd).filter(({ id }) => !ids.has(id))
  return [...kept, ...rebuilt].sort((a, b) => a.id - b.id)
}

const shownTo = ({ finalOnly }: Reader, events: readonly WorkflowEvent[]): readonly WorkflowEvent[] =>
  finalOnly ? events.filter(isFinalEvent) : events

function latestOf(runs: readonly Run[]): Run {
  const latest = runs.at(-1)
  if (latest === undefined) throw new Error('a workflow has at least one run')
  return latest
}
