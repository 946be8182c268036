import type { Database } from './database.js'
import type { Sql } from './sql.js'

export interface HeldSnapshot {
  readonly sql: Sql
  end(): Promise<void>
}

/** Opens a snapshot on its own connection, which stays open until `end`. */
export function holdSnapshot(database: Database): Promise<HeldSnapshot> {
  return new Promise((resolve, reject) => {
    let isHeld = false
    const holding = database.snapshot(async (sql) => {
      // A retry after a lost connection would read another snapshot.
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
    // Rejects only before the snapshot is open; later, the reads through it fail.
    holding.catch(reject)
  })
}
