import { PGlite, type Results } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import type { Client, Pool, Query, QueryResult } from '#ww/adapters/postgres/connection/driver.js'

/**
 * PostgreSQL in this very process stands in for a server. It has one session: whoever is in a transaction keeps all
 * others waiting until its end, and who holds one open while asking outside of it waits for ever.
 */
export async function openPglite(): Promise<{ readonly createPool: () => Promise<Pool>; close(): Promise<void> }> {
  const session = await PGlite.create({ extensions: { vector } })
  let free: Promise<void> = Promise.resolve()

  /** Answers, once it is the caller's turn, how to end it. */
  async function takeTurn(): Promise<() => void> {
    const before = free
    let end: () => void = () => undefined
    free = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }

  function connect(): Client {
    let endTurn: (() => void) | undefined
    let isInTransaction = false
    let asked: Promise<unknown> = Promise.resolve()

    async function run({ text, values }: Query): Promise<QueryResult> {
      endTurn ??= await takeTurn()
      try {
        const results =
          values === undefined ? await session.exec(text) : [await session.query(text, values.map(withLiterals))]
        if (/^BEGIN/.test(text)) isInTransaction = true
        return toResult(results[results.length - 1])
      } finally {
        if (/^(COMMIT|ROLLBACK$)/.test(text)) isInTransaction = false
        if (!isInTransaction) leave()
      }
    }
    function leave(): void {
      endTurn?.()
      endTurn = undefined
    }

    return {
      query(query) {
        const answer = asked.then(() => run(query))
        asked = answer.catch(() => undefined)
        return answer
      },
      release() {
        void asked.then(async () => {
          if (isInTransaction) await session.exec('ROLLBACK')
          isInTransaction = false
          leave()
        })
      },
      on() {},
      removeAllListeners() {},
      off() {},
    }
  }

  return {
    createPool: async () => ({
      connect: async () => connect(),
      listen: (channel, heard) => session.listen(channel, heard),
      end: async () => undefined,
    }),
    close: () => session.close(),
  }
}

/** PGlite knows no arrays of types that an extension brings: they go in as the server reads them. */
const withLiterals = (value: unknown): unknown => (Array.isArray(value) ? `{${value.map(toItem).join()}}` : value)

function toItem(item: unknown): string {
  if (item === null) return 'NULL'
  if (item instanceof Uint8Array) return `"\\\\x${Buffer.from(item).toString('hex')}"`
  return typeof item === 'string' ? `"${item.replace(/["\\]/g, '\\$&')}"` : String(item)
}

const toResult = ({ rows, affectedRows = 0 }: Pick<Results, 'affectedRows'> & { rows: unknown[] }): QueryResult => ({
  command: '',
  rows,
  rowCount: affectedRows || rows.length,
})
