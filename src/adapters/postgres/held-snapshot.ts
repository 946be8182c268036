import type { Database } from './database.js'
import type { Sql } from './sql.js'

export interface HeldSnapshot {
  readonly sql: Sql
  end(): Promise<void>
}

/** What is read through it is of this moment until `end`, on a connection of its own. */
export function holdSnapshot(database: Database): Promise<HeldSnapshot> {
  return new Promise((resolve, reject) => {
    let isHeld = false
    const holding = database.snapshot(async (sql) => {
      // Asked again because the connection was lost: with it went the moment.
      if (isHeld) throw new Error('the connection was lost while everything was read')
      isHeld = true
      await new Promise<void>((done) => {
        resolve({
          sql,
          async end() {
            done()
            await holding
          },
        })
      })
    })
    // Before it was held; afterwards whoever reads hears of it.
    holding.catch(reject)
  })
}
