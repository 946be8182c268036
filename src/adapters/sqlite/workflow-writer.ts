import { forgetInEvent, forgetInRun, forgetInTurn } from '../../memory/workflow/conversation/forgetting.js'
import type { Step } from '../../memory/workflow/machine/step.js'
import { StoreConflict } from '../../ports/memory-store.js'
import type { Statements } from './statements.js'

/** WFL1: a step of a conversation. To be called within a transaction. */
export function writeStep(step: Step, sql: Statements): void {
  const { workflow, run, turn, events } = withoutErased(step, sql)
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

/** OPS4: what was found, and erased before the run was over, is not written any more. */
function withoutErased(step: Step, sql: Statements): Step {
  const { run, turn, events } = step
  if (run.output === null || !events.some(({ type }) => type === 'memories')) return step
  const { memories, reasoningbank_hits } = run.output
  const erased = sql.all<{ id: string }>(
    'SELECT value AS id FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM memories WHERE id = value)',
    JSON.stringify([...memories, ...reasoningbank_hits].map(({ id }) => id)),
  )
  if (erased.length === 0) return step
  const ids = new Set(erased.map(({ id }) => id))
  return {
    ...step,
    run: forgetInRun(run, ids),
    turn: turn === null ? null : forgetInTurn(turn, ids),
    events: events.map((event) => forgetInEvent(event, ids)),
  }
}

/** WFL8: how many. */
export function dropEvents(endedBefore: number, sql: Statements): number {
  return sql.change(
    'DELETE FROM events WHERE message_id IN (SELECT message_id FROM runs WHERE ended_at < ?)',
    endedBefore,
  )
}
