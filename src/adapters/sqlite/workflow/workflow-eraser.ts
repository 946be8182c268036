import {
  forgetInEvent,
  forgetInRun,
  forgetInTurn,
  forgetPreferences,
  forgetRun,
  forgetTurn,
  isForgotten,
} from '../../../memory/workflow/conversation/forgetting.js'
import {
  forgetDerivedText,
  forgetDerivedTextInEvent,
  forgetDerivedTextInTurn,
} from '../../../memory/workflow/conversation/forgetting-derived-text.js'
import type { Run } from '../../../memory/workflow/conversation/run.js'
import type { Turn } from '../../../memory/workflow/conversation/turn.js'
import type { Workflow } from '../../../memory/workflow/conversation/workflow.js'
import type { WorkflowEvent } from '../../../memory/workflow/stream/event.js'
import type { Statements } from '../connection/statements.js'

type Ids = ReadonlySet<string>
type Key = string | number
/** The key column of each table. */
const keyOf = { workflows: 'id', runs: 'message_id', turns: 'message_id', events: 'seq' } as const
type Table = keyof typeof keyOf
/** Rows per query, to bound memory. */
const pageRows = 500

/** OPS4: erases memories from the conversations that showed them, and turns with their episodes. Call it within a transaction. */
export class WorkflowEraser {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** Which of these ids are messages, answered or not. */
  messagesAmong(ids: readonly string[]): readonly string[] {
    const asked = JSON.stringify(ids)
    return this.#sql
      .all<{ id: string }>('SELECT value AS id FROM json_each(?) JOIN runs ON message_id = value', asked)
      .map(({ id }) => id)
  }

  forget(ids: Ids, messageIds: readonly string[]): void {
    const touched = new Set(messageIds.flatMap((messageId) => this.#forgetMessage(messageId)))
    this.#rewriteAll('runs', (run: Run) => {
      const isDrawn = run.drawnFrom?.some((id) => ids.has(id)) === true
      const left = forgetInRun(isDrawn ? this.#forgetDrawnOf(run) : run, ids)
      if (left !== run) touched.add(run.workflowId)
      return left
    })
    this.#rewriteAll('turns', (turn: Turn) => forgetInTurn(turn, ids))
    this.#rewriteAll('events', (event: WorkflowEvent) => forgetInEvent(event, ids))
    for (const id of touched) this.#closeRevision(id)
  }

  /** Returns the workflow of the message, if there is one. */
  #forgetMessage(messageId: string): readonly string[] {
    const run = this.#read<Run>('runs', messageId)
    if (run === undefined) return []
    this.#write('runs', messageId, forgetRun(run))
    this.#sql.run('DELETE FROM events WHERE message_id = ?', messageId)
    this.#sql.run('DELETE FROM turns WHERE message_id = ?', messageId)
    this.#rewrite('workflows', run.workflowId, (workflow: Workflow) => forgetTurn(workflow, messageId))
    // Later runs may refer to it.
    const others = this.#sql.all<{ id: string; number: number }>(
      'SELECT message_id AS id, number FROM runs WHERE workflow = ? ORDER BY number',
      run.workflowId,
    )
    for (const { id, number } of others) if (number > run.number) this.#rewrite('runs', id, this.#forgetDrawnOf)
    const isAny = others.some(({ id }) => !isForgotten(this.#read<Run>('runs', id)!))
    if (!isAny) this.#rewrite('workflows', run.workflowId, forgetPreferences)
    return [run.workflowId]
  }

  #forgetDrawnOf = (run: Run): Run => {
    const events = this.#sql.all<{ seq: number }>('SELECT seq FROM events WHERE message_id = ?', run.messageId)
    for (const { seq } of events)
      this.#rewrite('events', seq, (event: WorkflowEvent) => forgetDerivedTextInEvent(event, run))
    this.#rewrite('turns', run.messageId, forgetDerivedTextInTurn)
    return forgetDerivedText(run)
  }

  /** Raises the revision: a process that read the old content cannot write it back (WFL1). */
  #closeRevision(id: string): void {
    this.#rewrite('workflows', id, (workflow: Workflow) => ({ ...workflow, revision: workflow.revision + 1 }))
    this.#sql.run('UPDATE workflows SET revision = revision + 1 WHERE id = ?', id)
  }

  #rewriteAll<Stored>(table: Table, forget: (stored: Stored) => Stored): void {
    const key = keyOf[table]
    for (let after: Key = table === 'events' ? 0 : ''; ; ) {
      const rows = this.#sql.all<{ key: Key }>(
        `SELECT ${key} AS key FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${pageRows}`,
        after,
      )
      for (const row of rows) this.#rewrite(table, row.key, forget)
      if (rows.length < pageRows) return
      after = rows.at(-1)!.key
    }
  }

  /** Writes only where something changed. */
  #rewrite<Stored>(table: Table, key: Key, forget: (stored: Stored) => Stored): void {
    const stored = this.#read<Stored>(table, key)
    if (stored === undefined) return
    const left = forget(stored)
    if (JSON.stringify(left) !== JSON.stringify(stored)) this.#write(table, key, left)
  }

  #read<Stored>(table: Table, key: Key): Stored | undefined {
    const found = this.#sql.find<{ body: string }>(`SELECT body FROM ${table} WHERE ${keyOf[table]} = ?`, key)
    return found === undefined ? undefined : (JSON.parse(found.body) as Stored)
  }

  #write(table: Table, key: Key, stored: unknown): void {
    this.#sql.run(`UPDATE ${table} SET body = ? WHERE ${keyOf[table]} = ?`, JSON.stringify(stored), key)
  }
}
