import type { Step } from '../../memory/workflow/machine/step.js'
import { StoreConflict } from '../../ports/memory-store.js'
import { idsFound, withoutErased } from '../relational/erased-meanwhile.js'
import { findRows } from './look-up.js'
import { Rows, tableOf } from './rows.js'
import { prepared } from './sql.js'
import type { Sums } from './sums.js'
import type { Transaction } from './transaction.js'

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

/** WFL1: steps of conversations, in their order. */
export async function writeSteps(transaction: Transaction, steps: readonly Step[], sums: Sums): Promise<void> {
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
    sendStep(transaction, withoutErased(step, erased), sums)
  }
}

function sendStep(transaction: Transaction, { workflow, run, turn, events: said }: Step, sums: Sums): void {
  send(transaction, workflows, [workflow.id, workflow.revision, JSON.stringify(workflow)])
  const until = run.lease?.until ?? run.remembering?.until ?? null
  send(transaction, runs, [run.messageId, run.workflowId, run.number, until, run.endedAt, JSON.stringify(run)])
  const rows = said.map((event) => [
    sums.next('event'),
    event.workflowId,
    event.id,
    event.messageId,
    JSON.stringify(event),
  ])
  send(transaction, events, ...rows)
  if (turn !== null) send(transaction, turns, [turn.messageId, turn.workflowId, turn.number, JSON.stringify(turn)])
}

function send(
  transaction: Transaction,
  table: ReturnType<typeof tableOf>,
  ...rows: readonly (readonly (string | number | null)[])[]
): void {
  const all = new Rows(table)
  for (const row of rows) all.add(...row)
  all.send(transaction)
}
