import type { Run } from '../../../memory/workflow/conversation/run.js'
import type { Turn } from '../../../memory/workflow/conversation/turn.js'
import type { Workflow } from '../../../memory/workflow/conversation/workflow.js'
import type { AnswerTarget } from '../../../memory/workflow/machine/record-answer.js'
import type { Conversation } from '../../../memory/workflow/machine/step.js'
import type { WorkflowEvent } from '../../../memory/workflow/stream/event.js'
import type { Snapshot } from '../../../memory/workflow/stream/reader.js'
import type { Unanswered, WorkflowStore } from '../../../ports/workflow-store.js'
import type { Database } from '../connection/database.js'
import { prepared, type Sql, type SqlValue, type Statement } from '../connection/sql.js'
import { dropEventsBefore } from './workflow-writer.js'

interface Body {
  readonly body: string
}

/** Runs in one snapshot. Each may hold all that it found twice, as its output and as an event: some megabytes in all. */
const runsPerSnapshot = 16

/**
 * A body as JSON, good for reading keys, numbers and nulls. PostgreSQL refuses JSON with the escape of a NUL character
 * or of half a surrogate pair, which texts may hold; so escapes become ordinary characters first.
 */
const asJson = (body: string): string => `replace(replace(${body}, '\\\\', '/'), '\\u', 'u')::json`

const workflowById = prepared('workflow', 'SELECT body FROM workflows WHERE tenant_id = $1 AND id = $2')
const runByMessage = prepared('run', 'SELECT body FROM runs WHERE tenant_id = $1 AND message_id = $2')
const turnByMessage = prepared('turn', 'SELECT body FROM turns WHERE tenant_id = $1 AND message_id = $2')
const newestTurns = prepared(
  'newest turns',
  'SELECT body FROM turns WHERE tenant_id = $1 AND workflow = $2 ORDER BY number DESC LIMIT $3',
)
// From the run that wrote this event: the last run that began at or before it. WFL8 may have dropped its events.
const runsFromEvent = prepared(
  'runs from event',
  `SELECT body FROM runs
   WHERE tenant_id = $1 AND workflow = $2 AND number >= coalesce((
     SELECT number FROM runs
     WHERE tenant_id = $1 AND workflow = $2 AND (${asJson('body')} ->> 'firstEventId')::int <= $3
     ORDER BY number DESC LIMIT 1
   ), 1)
   ORDER BY number LIMIT ${runsPerSnapshot}`,
)
const eventsBetween = prepared(
  'events between',
  'SELECT body FROM events WHERE tenant_id = $1 AND workflow = $2 AND id > $3 AND id <= $4 ORDER BY id',
)
const eventsBehind = prepared(
  'events behind',
  'SELECT seq, body FROM events WHERE tenant_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
)
const lastEvent = prepared('last event', 'SELECT max(seq) AS seq FROM events WHERE tenant_id = $1')
const lapsedRuns = prepared(
  'lapsed runs',
  'SELECT body FROM runs WHERE tenant_id = $1 AND lease_until <= $2 ORDER BY lease_until',
)
const unansweredRuns = prepared(
  'unanswered runs',
  `SELECT runs.body AS run, workflows.body AS workflow
   FROM runs JOIN workflows ON workflows.tenant_id = $1 AND workflows.id = runs.workflow
   LEFT JOIN turns ON turns.tenant_id = $1 AND turns.message_id = runs.message_id
   WHERE runs.tenant_id = $1 AND ${asJson('turns.body')} ->> 'answer' IS NULL
     AND ${asJson('runs.body')} ->> 'userInput' <> ''
   ORDER BY runs.workflow, runs.number`,
)

/** Reads conversations. The `body` of a row is the whole object as JSON; the other columns only serve to find it. */
export const readWorkflows = (database: Database): WorkflowStore => ({
  conversation: (id) => database.snapshot((sql) => conversation(sql, id)),
  answered: (id, messageId) => database.snapshot((sql) => answered(sql, id, messageId)),
  turns: (id, most) => database.read(async (sql) => (await all<Turn>(sql, newestTurns, id, most)).reverse()),
  snapshot: (id, after) => database.snapshot((sql) => snapshot(sql, id, after)),
  eventsAfter: (seq, most) => database.read((sql) => eventsAfter(sql, seq, most)),
  newestEvent: () => database.read(async (sql) => (await sql.find<{ seq: number | null }>(lastEvent))?.seq ?? 0),
  lapsed: (now) => database.snapshot((sql) => lapsed(sql, now)),
  unanswered: () => database.read(unanswered),
  dropEvents: (endedBefore) => database.write((transaction) => transaction.change(dropEventsBefore, endedBefore)),
})

async function conversation(sql: Sql, workflowId: string): Promise<Conversation | undefined> {
  const workflow = await one<Workflow>(sql, workflowById, workflowId)
  const run = workflow === undefined ? undefined : await one<Run>(sql, runByMessage, workflow.latestRun)
  return workflow === undefined || run === undefined ? undefined : { workflow, run }
}

async function answered(sql: Sql, workflowId: string, messageId: string): Promise<AnswerTarget> {
  const [workflow, run, turn] = await Promise.all([
    one<Workflow>(sql, workflowById, workflowId),
    one<Run>(sql, runByMessage, messageId),
    one<Turn>(sql, turnByMessage, messageId),
  ])
  return { workflow, run, turn }
}

async function snapshot(sql: Sql, workflowId: string, after: number | null): Promise<Snapshot | undefined> {
  const found = await conversation(sql, workflowId)
  if (found === undefined) return undefined
  const { workflow, run: latest } = found
  const lastSeen = Math.min(after ?? latest.firstEventId - 1, workflow.lastEventId)
  const runs = await all<Run>(sql, runsFromEvent, workflowId, lastSeen + 1)
  const last = runs.at(-1)!
  const hasMore = last.number < latest.number
  // An earlier run has ended and writes no events after its end.
  const until = hasMore ? last.endEventIds.at(-1)! : workflow.lastEventId
  const events = await all<WorkflowEvent>(sql, eventsBetween, workflowId, lastSeen, until)
  return { workflow, runs, events, hasMore }
}

async function eventsAfter(sql: Sql, seq: number, most: number): Promise<{ seq: number; events: WorkflowEvent[] }> {
  const rows = await sql.all<Body & { seq: number }>(eventsBehind, seq, most)
  return { seq: rows.at(-1)?.seq ?? seq, events: rows.map(({ body }) => JSON.parse(body)) }
}

async function lapsed(sql: Sql, now: number): Promise<Conversation[]> {
  const runs = await all<Run>(sql, lapsedRuns, now)
  const workflows = await Promise.all(runs.map((run) => one<Workflow>(sql, workflowById, run.workflowId)))
  return runs.flatMap((run, index) => {
    const workflow = workflows[index]
    return workflow === undefined ? [] : [{ workflow, run }]
  })
}

async function unanswered(sql: Sql): Promise<Unanswered[]> {
  const rows = await sql.all<{ run: string; workflow: string }>(unansweredRuns)
  return rows.map((row) => {
    const { messageId, workflowId, startedAt, status } = JSON.parse(row.run) as Run
    const { preferences } = JSON.parse(row.workflow) as Workflow
    return { messageId, workflowId, preferences, askedAt: startedAt, status }
  })
}

// Only `writeSteps` writes these rows, each as JSON of its type.
async function one<Stored>(
  sql: Sql,
  statement: Statement,
  ...values: readonly SqlValue[]
): Promise<Stored | undefined> {
  return (await all<Stored>(sql, statement, ...values)).at(0)
}

async function all<Stored>(sql: Sql, statement: Statement, ...values: readonly SqlValue[]): Promise<Stored[]> {
  return (await sql.all<Body>(statement, ...values)).map(({ body }) => JSON.parse(body) as Stored)
}
