import type { Run } from '../../../memory/workflow/conversation/run.js'
import type { Turn } from '../../../memory/workflow/conversation/turn.js'
import type { Workflow } from '../../../memory/workflow/conversation/workflow.js'
import type { AnswerTarget } from '../../../memory/workflow/machine/record-answer.js'
import type { Conversation } from '../../../memory/workflow/machine/step.js'
import type { WorkflowEvent } from '../../../memory/workflow/stream/event.js'
import type { Snapshot } from '../../../memory/workflow/stream/reader.js'
import type { Unanswered } from '../../../ports/workflow-store.js'
import type { Statements } from '../connection/statements.js'

interface Body {
  readonly body: string
}

/** Runs in one snapshot. Each may hold all that it found twice, as its output and as an event: some megabytes in all. */
const runsPerSnapshot = 16

/** The run that wrote this event (the last run that began at or before it; WFL8 may have dropped its events), and those after it. */
const runsFromEvent = `
  SELECT body FROM runs
  WHERE workflow = ?1 AND number >= ifnull((
    SELECT number FROM runs WHERE workflow = ?1 AND body ->> '$.firstEventId' <= ?2 ORDER BY number DESC LIMIT 1
  ), 1)
  ORDER BY number LIMIT ${runsPerSnapshot}`

/** Reads conversations. The `body` of a row is the whole object as JSON; the other columns only serve to find it. */
export class WorkflowReader {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  conversation(workflowId: string): Conversation | undefined {
    return this.#sql.inSnapshot(() => this.#conversation(workflowId))
  }

  #conversation(workflowId: string): Conversation | undefined {
    const workflow = this.#workflow(workflowId)
    const run = workflow === undefined ? undefined : this.#run(workflow.latestRun)
    return workflow === undefined || run === undefined ? undefined : { workflow, run }
  }

  answered(workflowId: string, messageId: string): AnswerTarget {
    return this.#sql.inSnapshot(() => ({
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
    return this.#sql.inSnapshot(() => {
      const found = this.#conversation(workflowId)
      if (found === undefined) return undefined
      const { workflow, run: latest } = found
      const lastSeen = Math.min(after ?? latest.firstEventId - 1, workflow.lastEventId)
      const runs = this.#all<Run>(runsFromEvent, workflowId, lastSeen + 1)
      const last = runs.at(-1)!
      const hasMore = last.number < latest.number
      const events = this.#all<WorkflowEvent>(
        'SELECT body FROM events WHERE workflow = ? AND id > ? AND id <= ? ORDER BY id',
        workflowId,
        lastSeen,
        // An earlier run has ended and writes no events after its end.
        hasMore ? last.endEventIds.at(-1)! : workflow.lastEventId,
      )
      return { workflow, runs, events, hasMore }
    })
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
    return this.#sql.inSnapshot(() => {
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

  // Only `writeStep` writes these rows, each as JSON of its type.
  #one<Stored>(sql: string, key: string): Stored | undefined {
    const found = this.#sql.find<Body>(sql, key)
    return found === undefined ? undefined : (JSON.parse(found.body) as Stored)
  }

  #all<Stored>(sql: string, ...values: readonly (string | number)[]): Stored[] {
    return this.#sql.all<Body>(sql, ...values).map(({ body }) => JSON.parse(body) as Stored)
  }
}
