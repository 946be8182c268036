import type { Step } from '../../../memory/workflow/machine/step.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import { idsFound, withoutErased } from '../../relational/erased-meanwhile.js'
import { prepared } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { insertRows, tableOf } from '../schema/bulk-insert.js'
import { findRows } from '../write/look-up-ids.js'
import type { TransactionCounters } from '../write/transaction-counters.js'

const workflows = tableOf(
  'workflows',
  { id: 'text', revision: 'int', body: 'text' },
  'ON CONFLICT (tenant_id, id) DO UPDATE SET revision = excluded.revision, body = excluded.body',
)
const runs = tableOf(
  'runs',
  { message_id: 'text', workflow: 'text', number: 'int', lease_until: 'bigint', ended_at: 'bigint', body: 'text' },
  `ON CONFLICT (tenant_id, message_id) DO UPDATE SET workflow = excluded.workflow, number = excluded.number,
     lease_until = excluded.lease_until, ended_at = excluded.ended_at, body = excluded.body`,
)
const turns = tableOf(
  'turns',
  { message_id: 'text', workflow: 'text', number: 'int', body: 'text' },
  `ON CONFLICT (tenant_id, message_id) DO UPDATE SET workflow = excluded.workflow, number = excluded.number,
     body = excluded.body`,
)
const events = tableOf('events', { seq: 'bigint', workflow: 'text', id: 'int', message_id: 'text', body: 'text' })

const revisionsOf = prepared(
  'revisions of',
  'SELECT id, revision FROM workflows WHERE tenant_id = $1 AND id = ANY($2::text[])',
)

export const dropEventsBefore = prepared(
  'drop events',
  `DELETE FROM events USING runs
   WHERE events.tenant_id = $1 AND runs.tenant_id = $1 AND runs.message_id = events.message_id AND runs.ended_at < $2`,
)

/** WFL1: writes the steps of conversations in order. */
export async function writeSteps(
  transaction: Transaction,
  steps: readonly Step[],
  counters: TransactionCounters,
): Promise<void> {
  if (steps.length === 0) return
  const found = steps.flatMap(idsFound)
  const [stored, known] = await Promise.all([
    transaction.all<{ id: string; revision: number }>(revisionsOf, [
      ...new Set(steps.map(({ workflow }) => workflow.id)),
    ]),
    findRows(transaction, found),
  ])
  const revisions = new Map(stored.map(({ id, revision }) => [id, revision]))
  const erased = new Set(found.filter((id) => !known.has(id)))
  for (const step of steps) {
    const { id, revision } = step.workflow
    if ((revisions.get(id) ?? 0) !== revision - 1) throw new StoreConflict(`${id} is no longer at ${revision - 1}`)
    revisions.set(id, revision)
    sendStep(transaction, withoutErased(step, erased), counters)
  }
}

function sendStep(
  transaction: Transaction,
  { workflow, run, turn, events: newEvents }: Step,
  counters: TransactionCounters,
): void {
  insertRows(transaction, workflows, [[workflow.id, workflow.revision, JSON.stringify(workflow)]])
  const until = run.lease?.until ?? run.remembering?.until ?? null
  insertRows(transaction, runs, [[run.messageId, run.workflowId, run.number, until, run.endedAt, JSON.stringify(run)]])
  const rows = newEvents.map((event) => [
    counters.next('event'),
    event.workflowId,
    event.id,
    event.messageId,
    JSON.stringify(event),
  ])
  insertRows(transaction, events, rows)
  if (turn !== null)
    insertRows(transaction, turns, [[turn.messageId, turn.workflowId, turn.number, JSON.stringify(turn)]])
}
