import type { Counters } from '../../relational/counters.js'
import { noteCommit, pruneCommits } from '../write/commit-log.js'
import { lockTotals } from '../write/lock-totals.js'
import { CommitUnanswered } from './connection-errors.js'
import type { Client } from './driver.js'
import { channel } from './listener.js'
import { type Sql, type SqlValue, type Statement, sqlOn } from './sql.js'
import { StatementBatcher, type TableWrite } from './statement-batcher.js'

/** A write transaction that holds the lock on the tenant's row of `totals`; there is one at a time. */
export interface Transaction extends Sql {
  /** The counters as they were when the transaction began. */
  readonly totals: Counters
  /** Sends a statement without waiting for the answer. If it fails, the transaction fails. */
  send(statement: Statement, ...values: readonly SqlValue[]): void
  /** Sends a write that may be combined with adjacent ones to other tables. */
  sendBatched(write: TableWrite, ...values: readonly SqlValue[]): void
  /** Sends a command without values, such as SAVEPOINT. */
  command(text: string): void
  /** Waits for the answers to everything that was sent. */
  settle(): Promise<void>
  /** Notifies other processes after the commit. */
  announce(): void
}

/** `prefetch` sends its statements right after the lock request, without waiting for the lock. */
export async function transact<Result>(
  client: Client,
  tenant: number,
  work: (transaction: Transaction) => Promise<Result>,
  prefetch?: (sql: Sql) => void,
): Promise<Result> {
  const sql = sqlOn(client, tenant)
  let sent: Promise<unknown>[] = []
  const note = (answer: Promise<unknown>) => {
    // Awaited before the commit; until then a rejection must not count as unhandled.
    answer.catch(() => undefined)
    sent.push(answer)
  }
  const batcher = new StatementBatcher()
  /** Called before every statement that may read the batched writes or must follow them. */
  const flush = () => {
    const batch = batcher.flush()
    if (batch !== undefined) note(sql.change(batch.statement, ...batch.values))
  }
  let isAnnounced = false
  const name = crypto.randomUUID()
  let committing: { readonly result: Result } | undefined
  try {
    const begun = Promise.all([client.query({ text: 'BEGIN' }), lockTotals(sql)])
    prefetch?.(sql)
    const [, totals] = await begun
    const result = await work({
      tenant,
      totals,
      all(statement, ...values) {
        flush()
        return sql.all(statement, ...values)
      },
      find(statement, ...values) {
        flush()
        return sql.find(statement, ...values)
      },
      change(statement, ...values) {
        flush()
        return sql.change(statement, ...values)
      },
      send(statement, ...values) {
        flush()
        note(sql.change(statement, ...values))
      },
      sendBatched(write, ...values) {
        if (batcher.add(write, values)) return
        flush()
        batcher.add(write, values)
      },
      command(text) {
        flush()
        note(client.query({ text }))
      },
      async settle() {
        flush()
        const answers = sent
        sent = []
        const [first] = await failuresOf(answers)
        if (first !== undefined) throw first
      },
      announce() {
        isAnnounced = true
      },
    })
    batcher.add(noteCommit, [name])
    flush()
    note(pruneCommits(sql))
    committing = { result }
    const committed = client.query({ text: 'COMMIT' })
    // After the commit: NOTIFY within a transaction serializes the commits of all tenants.
    if (isAnnounced) client.query({ text: `NOTIFY ${channel}, '${tenant}'` }).catch(() => undefined)
    const [{ command }] = await Promise.all([committed, ...sent])
    // The server answers COMMIT with ROLLBACK if a statement has failed.
    if (command === 'ROLLBACK') throw new Error('the transaction could not be committed')
    return result
  } catch (error) {
    // The first failure is the cause; later statements fail only because of it.
    const [cause] = await failuresOf(sent)
    if (committing !== undefined && (await isDisconnected(client))) {
      throw new CommitUnanswered(name, committing.result, cause ?? error)
    }
    await client.query({ text: 'ROLLBACK' }).catch(() => undefined)
    throw cause ?? error
  }
}

const isDisconnected = (client: Client): Promise<boolean> =>
  client.query({ text: 'SELECT 1' }).then(
    () => false,
    () => true,
  )

const failuresOf = async (answers: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(answers)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
