import type { Run } from '../../memory/workflow/conversation/run.js'
import type { Turn } from '../../memory/workflow/conversation/turn.js'
import type { Workflow } from '../../memory/workflow/conversation/workflow.js'
import type { Answered } from '../../memory/workflow/machine/record-answer.js'
import type { Conversation } from '../../memory/workflow/machine/step.js'
import type { WorkflowEvent } from '../../memory/workflow/stream/event.js'
import type { Snapshot } from '../../memory/workflow/stream/reader.js'
import type { Unanswered } from '../../ports/workflow-store.js'
import { type Connection, inSnapshot } from './connection.js'
import type { Statements } from './statements.js'

interface Body {
  readonly body: string
}

/** Each may hold all that it found twice, as its output and as an event: some megabytes together. */
const runsAtOnce = 16

/** Conversations as they were written: each row's body is the whole of it, the other columns find it. */
export class WorkflowReader {
  readonly #connection: Connection
  readonly #sql: Statements

  constructor(connection: Connection, sql: Statements) {
    this.#connection = connection
    this.#sql = sql
  }

  conversation(workflowId: string): Conversation | undefined {
    return inSnapshot(this.#connection, () => this.#conversation(workflowId))
  }

  #conversation(workflowId: string): Conversation | undefined {
    const workflow = this.#workflow(workflowId)
    const run = workflow === undefined ? undefined : this.#run(workflow.latestRun)
    return workflow === undefined || run === undefined ? undefined : { workflow, run }
  }

  answered(workflowId: string, messageId: string): Answered {
    return inSnapshot(this.#connection, () => ({
      workflow: this.#workflow(workflowId),
      run: this.#run(messageId),
      turn: this.#one<Turn>('SELECT body FROM turns WHERE message_id = ?', messageId),
    }))
  }

  turns(workflowId: string, most: number): Turn[] {
    return this.#all<Turn>(
      'SELECT body FROM turns WHERE workflow = ? ORDER BY number DESC LIMIT ?',
      workflowId,
      most,
    ).reverse()
  }

  snapshot(workflowId: string, after: number | null): Snapshot | undefined {
    return inSnapshot(this.#connection, () => {
      const found = this.#conversation(workflowId)
      if (found === undefined) return undefined
      const { workflow, run: latest } = found
      const seen = Math.min(after ?? latest.firstEventId - 1, workflow.lastEventId)
      const runs = this.#all<Run>(
        'SELECT body FROM runs WHERE workflow = ? AND number >= ? ORDER BY number LIMIT ?',
        workflowId,
        this.#numberOfRun(latest, seen + 1),
        runsAtOnce,
      )
      const last = runs.at(-1)!
      const hasMore = last.number < latest.number
      const events = this.#all<WorkflowEvent>(
        'SELECT body FROM events WHERE workflow = ? AND id > ? AND id <= ? ORDER BY id',
        workflowId,
        seen,
        // An earlier run is over, and says nothing behind its end.
        hasMore ? last.endEventIds.at(-1)! : workflow.lastEventId,
      )
      return { workflow, runs, events, hasMore }
    })
  }

  /** Which run says, or said, this event: the last that began at it or before. Its events may be gone (WFL8). */
  #numberOfRun(latest: Run, eventId: number): number {
    let [from, to] = [1, latest.number]
    if (eventId >= latest.firstEventId) return to
    while (to - from > 1) {
      const middle = Math.floor((from + to) / 2)
      const run = this.#sql.find<{ first: number }>(
        "SELECT json_extract(body, '$.firstEventId') AS first FROM runs WHERE workflow = ? AND number = ?",
        latest.workflowId,
        middle,
      )
      if (run!.first <= eventId) from = middle
      else to = middle
    }
    return from
  }

  eventsAfter(seq: number, most: number): { seq: number; events: WorkflowEvent[] } {
    const rows = this.#sql.all<Body & { seq: number }>(
      'SELECT seq, body FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
      seq,
      most,
    )
    return { seq: rows.at(-1)?.seq ?? seq, events: rows.map(({ body }) => JSON.parse(body)) }
  }

  newestEvent(): number {
    return this.#sql.find<{ seq: number | null }>('SELECT max(seq) AS seq FROM events')?.seq ?? 0
  }

  lapsed(now: number): Conversation[] {
    return inSnapshot(this.#connection, () => {
      const runs = this.#all<Run>('SELECT body FROM runs WHERE lease_until <= ? ORDER BY lease_until', now)
      return runs.flatMap((run) => {
        const workflow = this.#workflow(run.workflowId)
        return workflow === undefined ? [] : [{ workflow, run }]
      })
    })
  }

  unanswered(): Unanswered[] {
    const rows = this.#sql.all<Omit<Unanswered, 'preferences'> & { preferences: string }>(
      `SELECT runs.message_id AS messageId, runs.workflow AS workflowId, workflows.body -> '$.preferences' AS preferences,
         runs.body ->> '$.startedAt' AS askedAt, runs.body ->> '$.status' AS status
       FROM runs JOIN workflows ON workflows.id = runs.workflow LEFT JOIN turns ON turns.message_id = runs.message_id
       WHERE turns.body ->> '$.answer' IS NULL AND runs.body ->> '$.userInput' <> ''
       ORDER BY runs.workflow, runs.number`,
    )
    return rows.map((row) => ({ ...row, preferences: JSON.parse(row.preferences) }))
  }

  #workflow(id: string): Workflow | undefined {
    return this.#one<Workflow>('SELECT body FROM workflows WHERE id = ?', id)
  }

  #run(messageId: string): Run | undefined {
    return this.#one<Run>('SELECT body FROM runs WHERE message_id = ?', messageId)
  }

  // `writeStep` alone wrote them, each as JSON of its type.
  #one<Stored>(sql: string, key: string): Stored | undefined {
    const found = this.#sql.find<Body>(sql, key)
    return found === undefined ? undefined : (JSON.parse(found.body) as Stored)
  }

  #all<Stored>(sql: string, ...values: readonly (string | number)[]): Stored[] {
    return this.#sql.all<Body>(sql, ...values).map(({ body }) => JSON.parse(body) as Stored)
  }
}
