import type { Step } from '../../../memory/workflow/machine/step.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import { idsFound, withoutErased } from '../../relational/erased-meanwhile.js'
import type { Statements } from '../connection/statements.js'

/** WFL1: writes one step of a conversation. Call it within a transaction. */
export function writeStep(step: Step, sql: Statements): void {
  const { workflow, run, turn, events } = withoutErased(step, erasedOf(step, sql))
  const before = sql.find<{ revision: number }>('SELECT revision FROM workflows WHERE id = ?', workflow.id)
  if ((before?.revision ?? 0) !== workflow.revision - 1) {
    throw new StoreConflict(`${workflow.id} is no longer at ${workflow.revision - 1}`)
  }
  const put = (statement: string, ...values: readonly (string | number | null)[]) => sql.run(statement, ...values)
  put('INSERT OR REPLACE INTO workflows VALUES (?, ?, ?)', workflow.id, workflow.revision, JSON.stringify(workflow))
  put(
    'INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?)',
    run.messageId,
    run.workflowId,
    run.number,
    run.lease?.until ?? run.remembering?.until ?? null,
    run.endedAt,
    JSON.stringify(run),
  )
  for (const event of events) {
    put(
      'INSERT INTO events (workflow, id, message_id, body) VALUES (?, ?, ?, ?)',
      event.workflowId,
      event.id,
      event.messageId,
      JSON.stringify(event),
    )
  }
  if (turn === null) return
  put(
    'INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?)',
    turn.messageId,
    turn.workflowId,
    turn.number,
    JSON.stringify(turn),
  )
}

function erasedOf(step: Step, sql: Statements): Set<string> {
  const erased = sql.all<{ id: string }>(
    'SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM memories WHERE id = value)',
    JSON.stringify(idsFound(step)),
  )
  return new Set(erased.map(({ id }) => id))
}

/** WFL8: returns how many events were deleted. */
export function dropEvents(endedBefore: number, sql: Statements): number {
  return sql.change(
    'DELETE FROM events WHERE message_id IN (SELECT message_id FROM runs WHERE ended_at < ?)',
    endedBefore,
  )
}
