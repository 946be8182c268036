import type { Run } from '../conversation/run.js'
import type { Workflow } from '../conversation/workflow.js'
import { rebuildEnd } from './end-of-run.js'
import { endsRun, isFinalEvent, type WorkflowEvent } from './event.js'

/** The position of a socket in the stream. */
export interface Reader {
  readonly after: number
  readonly finalOnly: boolean
  /** Without a cursor of its own: `get_final` then means the latest run. */
  readonly hasCursor: boolean
  /** What was not sent yet of earlier runs is left out. */
  readonly seeksLatest: boolean
}

/** The stored state after the reader's position, read in one transaction; a long conversation is read in several batches. */
export interface Snapshot {
  readonly workflow: Pick<Workflow, 'lastEventId'>
  /** In order. Runs that ended at or before the reader's position may be left out. */
  readonly runs: readonly Run[]
  /** The events of these runs that have not expired, in order; those the reader has seen may be left out. */
  readonly events: readonly WorkflowEvent[]
  /** True when later runs are left out; false when the last run is the latest. */
  readonly hasMore: boolean
}

export interface ReadResult {
  readonly reader: Reader
  /** The events to send, in order. */
  readonly events: readonly WorkflowEvent[]
  /** The store holds more events. */
  readonly hasMore: boolean
  /** WSS3: no more events will come; the socket closes with code 1000. */
  readonly isOver: boolean
}

export interface StreamQuery {
  /** An event, `latest` for the start of the latest run, or null. */
  readonly cursor: number | 'latest' | null
  readonly finalOnly: boolean
}

/** The event that the stream begins after; `latest` for what comes before the latest run. */
export const streamStart = ({ cursor, finalOnly }: StreamQuery): number | 'latest' =>
  cursor ?? (finalOnly ? 'latest' : 0)

/**
 * WSS2: no cursor = the whole conversation, or the end of its latest run when only that is asked for; N = everything
 * after N; `latest` = the latest run from its start. A cursor that was never given out counts as the last one that was.
 */
export function openReader(query: StreamQuery, { workflow, runs }: Snapshot): Reader {
  const start = streamStart(query)
  const after = start === 'latest' ? beforeLatest(runs) : start
  const hasCursor = typeof query.cursor === 'number'
  return { after: Math.min(after, workflow.lastEventId), finalOnly: query.finalOnly, hasCursor, seeksLatest: false }
}

/** WSS4: from now on the reader gets only final events; WSS2: without a cursor only those of the latest run. */
export const skipToFinal = (reader: Reader): Reader => ({
  ...reader,
  finalOnly: true,
  seeksLatest: !reader.hasCursor,
})

/** The reader in the latest run, of which the snapshot is. */
export const skipToLatest = (reader: Reader, { runs }: Snapshot): Reader => ({
  ...reader,
  after: Math.max(reader.after, beforeLatest(runs)),
  seeksLatest: false,
})

const beforeLatest = (runs: readonly Run[]): number => latestOf(runs).firstEventId - 1

/** The events of the snapshot that the reader has not seen. Correct at any time, whatever else was or will be pushed. */
export function catchUp(reader: Reader, { runs, events, hasMore }: Snapshot): ReadResult {
  const latest = latestOf(runs)
  const unseen = replay(runs, events).filter(({ id }) => id > reader.after)
  const after = Math.max(reader.after, unseen.at(-1)?.id ?? 0)
  const end = latest.endEventIds.at(-1)
  return {
    reader: { ...reader, after },
    events: visibleTo(reader, unseen),
    hasMore,
    isOver: !hasMore && end !== undefined && after >= end,
  }
}

/**
 * The pushed events that are new to the reader. Undefined when an earlier event is missing: then the caller reads the
 * store (`catchUp`). Ids have no gaps, so lost, duplicated or reordered pushes are always detected (WSS2).
 */
export function follow(reader: Reader, pushed: readonly WorkflowEvent[]): ReadResult | undefined {
  const unseen = pushed.filter(({ id }) => id > reader.after)
  if (unseen.some(({ id }, at) => id !== reader.after + 1 + at)) return undefined
  const last = unseen.at(-1)
  return {
    reader: { ...reader, after: last?.id ?? reader.after },
    events: visibleTo(reader, unseen),
    hasMore: false,
    isOver: last !== undefined && endsRun(last),
  }
}

/** WFL8: the stored events, and the rebuilt end of each run whose events have expired. */
export function replay(runs: readonly Run[], stored: readonly WorkflowEvent[]): readonly WorkflowEvent[] {
  const ids = new Set(stored.map(({ id }) => id))
  const rebuilt = runs.flatMap(rebuildEnd).filter(({ id }) => !ids.has(id))
  return [...stored, ...rebuilt].sort((a, b) => a.id - b.id)
}

const visibleTo = ({ finalOnly }: Reader, events: readonly WorkflowEvent[]): readonly WorkflowEvent[] =>
  finalOnly ? events.filter(isFinalEvent) : events

function latestOf(runs: readonly Run[]): Run {
  const latest = runs.at(-1)
  if (latest === undefined) throw new Error('a workflow has at least one run')
  return latest
}
