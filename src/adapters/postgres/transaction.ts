import type { Counters } from '../relational/counters.js'
import { noteCommit, sweepCommits } from './commits.js'
import type { Client } from './driver.js'
import { channel } from './listener.js'
import { type Sql, type SqlValue, type Statement, sqlOn } from './sql.js'
import { type Put, Together } from './together.js'
import { lockTotals } from './totals.js'
import { CommitUnanswered } from './trouble.js'

/** Whoever holds the tenant's line of `totals` writes, one at a time. */
export interface Transaction extends Sql {
  /** As they were when it began. */
  readonly totals: Counters
  /** Without waiting for the answer: a statement that fails makes the transaction fail. */
  send(statement: Statement, ...values: readonly SqlValue[]): void
  /** The same for what may be written together with its neighbours, in any order. */
  put(put: Put, ...values: readonly SqlValue[]): void
  /** The same for what has no values, such as a savepoint. */
  command(text: string): void
  /** Waits for all that was sent. */
  settle(): Promise<void>
  /** Other processes hear of it once it is committed. */
  announce(): void
}

/** `ahead` is asked right behind the lock, before it is known when that will be given. */
export async function transact<Result>(
  client: Client,
  tenant: number,
  work: (transaction: Transaction) => Promise<Result>,
  ahead?: (sql: Sql) => void,
): Promise<Result> {
  const sql = sqlOn(client, tenant)
  let sent: Promise<unknown>[] = []
  const note = (answer: Promise<unknown>) => {
    // Looked at before the end; until then nobody waits for it.
    answer.catch(() => undefined)
    sent.push(answer)
  }
  const together = new Together()
  /** Before whatever may look at it, or must come behind it. */
  const flush = () => {
    const waiting = together.give()
    if (waiting !== undefined) note(sql.change(waiting.statement, ...waiting.values))
  }
  let isAnnounced = false
  const name = crypto.randomUUID()
  let committing: { readonly result: Result } | undefined
  try {
    const begun = Promise.all([client.query({ text: 'BEGIN' }), lockTotals(sql)])
    ahead?.(sql)
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
      put(put, ...values) {
        if (together.take(put, values)) return
        flush()
        together.take(put, values)
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
    together.take(noteCommit, [name])
    flush()
    note(sweepCommits(sql))
    committing = { result }
    const committed = client.query({ text: 'COMMIT' })
    // Behind the commit, not in it: there it would make the commits of all tenants wait for each other.
    if (isAnnounced) client.query({ text: `NOTIFY ${channel}, '${tenant}'` }).catch(() => undefined)
    const [{ command }] = await Promise.all([committed, ...sent])
    // The server's answer to the commit of a transaction in which something has failed.
    if (command === 'ROLLBACK') throw new Error('the transaction could not be committed')
    return result
  } catch (error) {
    // What was sent first says what is wrong; what came behind it fails only because of it.
    const [cause] = await failuresOf(sent)
    if (committing !== undefined && (await hasHungUp(client))) {
      throw new CommitUnanswered(name, committing.result, cause ?? error)
    }
    await client.query({ text: 'ROLLBACK' }).catch(() => undefined)
    throw cause ?? error
  }
}

const hasHungUp = (client: Client): Promise<boolean> =>
  client.query({ text: 'SELECT 1' }).then(
    () => false,
    () => true,
  )

const failuresOf = async (answers: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(answers)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
