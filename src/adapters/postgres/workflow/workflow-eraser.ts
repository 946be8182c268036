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
import type { Sql } from '../connection/sql.js'

type Ids = ReadonlySet<string>
type Key = string | number
/** The key column of each table. */
const keyOf = { workflows: 'id', runs: 'message_id', turns: 'message_id', events: 'seq' } as const
type Table = keyof typeof keyOf
type Forget<Stored> = (stored: Stored) => Stored | Promise<Stored>
/** Bounds how much is read at once. */
const pageSize = 500

/** OPS4: erases memories from the conversations that quote them. Runs within a transaction. */
export class WorkflowEraser {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The ids that are messages, answered or not. */
  async messagesAmong(ids: readonly string[]): Promise<readonly string[]> {
    const found = await this.#sql.all<{ id: string }>(
      'SELECT message_id AS id FROM runs WHERE tenant_id = $1 AND message_id = ANY($2::text[])',
      ids,
    )
    return found.map(({ id }) => id)
  }

  async forget(ids: Ids, messageIds: readonly string[]): Promise<void> {
    const touched = new Set<string>()
    for (const messageId of messageIds) for (const id of await this.#forgetMessage(messageId)) touched.add(id)
    await this.#rewriteAll('runs', async (run: Run) => {
      const isDrawn = run.drawnFrom?.some((id) => ids.has(id)) === true
      const left = forgetInRun(isDrawn ? await this.#forgetDrawnOf(run) : run, ids)
      if (left !== run) touched.add(run.workflowId)
      return left
    })
    await this.#rewriteAll('turns', (turn: Turn) => forgetInTurn(turn, ids))
    await this.#rewriteAll('events', (event: WorkflowEvent) => forgetInEvent(event, ids))
    for (const id of touched) await this.#closeRevision(id)
  }

  /** Returns the message's workflow, if there is one. */
  async #forgetMessage(messageId: string): Promise<readonly string[]> {
    const run = await this.#read<Run>('runs', messageId)
    if (run === undefined) return []
    await this.#write('runs', messageId, forgetRun(run))
    for (const table of ['events', 'turns'])
      await this.#sql.change(`DELETE FROM ${table} WHERE tenant_id = $1 AND message_id = $2`, messageId)
    await this.#rewrite('workflows', run.workflowId, (workflow: Workflow) => forgetTurn(workflow, messageId))
    // Later runs may have drawn on the message.
    const others = await this.#sql.all<{ id: string; number: number }>(
      'SELECT message_id AS id, number FROM runs WHERE tenant_id = $1 AND workflow = $2 ORDER BY number',
      run.workflowId,
    )
    for (const { id, number } of others) if (number > run.number) await this.#rewrite('runs', id, this.#forgetDrawnOf)
    const left = await Promise.all(others.map(({ id }) => this.#read<Run>('runs', id)))
    if (left.every((other) => isForgotten(other!))) await this.#rewrite('workflows', run.workflowId, forgetPreferences)
    return [run.workflowId]
  }

  #forgetDrawnOf = async (run: Run): Promise<Run> => {
    const events = await this.#sql.all<{ seq: number }>(
      'SELECT seq FROM events WHERE tenant_id = $1 AND message_id = $2',
      run.messageId,
    )
    for (const { seq } of events)
      await this.#rewrite('events', seq, (event: WorkflowEvent) => forgetDerivedTextInEvent(event, run))
    await this.#rewrite('turns', run.messageId, forgetDerivedTextInTurn)
    return forgetDerivedText(run)
  }

  /** A process that has read the old conversation must not write it again (WFL1). */
  async #closeRevision(id: string): Promise<void> {
    await this.#rewrite('workflows', id, (workflow: Workflow) => ({ ...workflow, revision: workflow.revision + 1 }))
    await this.#sql.change('UPDATE workflows SET revision = revision + 1 WHERE tenant_id = $1 AND id = $2', id)
  }

  async #rewriteAll<Stored>(table: Table, forget: Forget<Stored>): Promise<void> {
    const key = keyOf[table]
    for (let after: Key = table === 'events' ? 0 : ''; ; ) {
      const rows = await this.#sql.all<{ key: Key; body: string }>(
        `SELECT ${key} AS key, body FROM ${table} WHERE tenant_id = $1 AND ${key} > $2 ORDER BY ${key} LIMIT ${pageSize}`,
        after,
      )
      for (const { key, body } of rows) await this.#rewriteStored(table, key, JSON.parse(body) as Stored, forget)
      if (rows.length < pageSize) return
      after = rows[rows.length - 1].key
    }
  }

  async #rewrite<Stored>(table: Table, key: Key, forget: Forget<Stored>): Promise<void> {
    const stored = await this.#read<Stored>(table, key)
    if (stored !== undefined) await this.#rewriteStored(table, key, stored, forget)
  }

  /** Writes only if something was removed. */
  async #rewriteStored<Stored>(table: Table, key: Key, stored: Stored, forget: Forget<Stored>): Promise<void> {
    const left = await forget(stored)
    if (JSON.stringify(left) !== JSON.stringify(stored)) await this.#write(table, key, left)
  }

  async #read<Stored>(table: Table, key: Key): Promise<Stored | undefined> {
    const text = `SELECT body FROM ${table} WHERE tenant_id = $1 AND ${keyOf[table]} = $2`
    const found = await this.#sql.find<{ body: string }>(text, key)
    return found === undefined ? undefined : (JSON.parse(found.body) as Stored)
  }

  async #write(table: Table, key: Key, stored: unknown): Promise<void> {
    const text = `UPDATE ${table} SET body = $3 WHERE tenant_id = $1 AND ${keyOf[table]} = $2`
    await this.#sql.change(text, key, JSON.stringify(stored))
  }
}
