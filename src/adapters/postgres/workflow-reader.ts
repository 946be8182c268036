import type { Run } from '../../memory/workflow/conversation/run.js'
import type { Turn } from '../../memory/workflow/conversation/turn.js'
import type { Workflow } from '../../memory/workflow/conversation/workflow.js'
import type { Answered } from '../../memory/workflow/machine/record-answer.js'
import type { Conversation } from '../../memory/workflow/machine/step.js'
import type { WorkflowEvent } from '../../memory/workflow/stream/event.js'
import type { Snapshot } from '../../memory/workflow/stream/reader.js'
import type { Unanswered, WorkflowStore } from '../../ports/workflow-store.js'
import type { Database } from './database.js'
import { prepared, type Sql, type SqlValue, type Statement } from './sql.js'
import { dropEventsBefore } from './workflow-writer.js'

interface Body {
  readonly body: string
}

/** Each may hold all that it found twice, as its output and as an event: some megabytes together. */
const runsAtOnce = 16

const workflowById = prepared('workflow', 'SELECT body FROM workflows WHERE tenant_id = $1 AND id = $2')
const runByMessage = prepared('run', 'SELECT body FROM runs WHERE tenant_id = $1 AND message_id = $2')
const turnByMessage = prepared('turn', 'SELECT body FROM turns WHERE tenant_id = $1 AND message_id = $2')
const runByNumber = prepared(
  'run by number',
  'SELECT body FROM runs WHERE tenant_id = $1 AND workflow = $2 AND number = $3',
)
const newestTurns = prepared(
  'newest turns',
  'SELECT body FROM turns WHERE tenant_id = $1 AND workflow = $2 ORDER BY number DESC LIMIT $3',
)
const runsFrom = prepared(
  'runs from',
  `SELECT body FROM runs WHERE tenant_id = $1 AND workflow = $2 AND number >= $3 ORDER BY number LIMIT ${runsAtOnce}`,
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
// Quotes within a text are escaped, so this is never a text; whether it is the turn's own answer is looked at afterwards.
// As JSON the server would refuse some of what people write.
const runsWithTurns = prepared(
  'runs with turns',
  `SELECT runs.body AS run, workflows.body AS workflow, turns.body AS turn
   FROM runs JOIN workflows ON workflows.tenant_id = $1 AND workflows.id = runs.workflow
   LEFT JOIN turns ON turns.tenant_id = $1 AND turns.message_id = runs.message_id
   WHERE runs.tenant_id = $1 AND (turns.body IS NULL OR turns.body LIKE '%"answer":null%')
   ORDER BY runs.workflow, runs.number`,
)

/** Conversations as they were written: each row's body is the whole of it, the other columns find it. */
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

async function answered(sql: Sql, workflowId: string, messageId: string): Promise<Answered> {
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
  const seen = Math.min(after ?? latest.firstEventId - 1, workflow.lastEventId)
  const runs = await all<Run>(sql, runsFrom, workflowId, await numberOfRun(sql, latest, seen + 1))
  const last = runs.at(-1)!
  const hasMore = last.number < latest.number
  // An earlier run is over, and says nothing behind its end.
  const until = hasMore ? last.endEventIds.at(-1)! : workflow.lastEventId
  const events = await all<WorkflowEvent>(sql, eventsBetween, workflowId, seen, until)
  return { workflow, runs, events, hasMore }
}

/** Which run says, or said, this event: the last that began at it or before. Its events may be gone (WFL8). */
async function numberOfRun(sql: Sql, latest: Run, eventId: number): Promise<number> {
  let [from, to] = [1, latest.number]
  if (eventId >= latest.firstEventId) return to
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    const run = await one<Run>(sql, runByNumber, latest.workflowId, middle)
    if (run!.firstEventId <= eventId) from = middle
    else to = middle
  }
  return from
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
  const rows = await sql.all<{ run: string; workflow: string; turn: string | null }>(runsWithTurns)
  return rows.flatMap((row) => {
    const { messageId, workflowId, startedAt, status, userInput } = JSON.parse(row.run) as Run
    const turn = row.turn === null ? undefined : (JSON.parse(row.turn) as Turn)
    if ((turn?.answer ?? null) !== null || userInput === '') return []
    const { preferences } = JSON.parse(row.workflow) as Workflow
    return [{ messageId, workflowId, preferences, askedAt: startedAt, status }]
  })
}

// `writeSteps` alone wrote them, each as JSON of its type.
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
