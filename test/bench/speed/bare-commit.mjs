import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** What no durable write can beat here: one row in a transaction of its own, and the disk's own answer. */
export function openBareCommit(folder) {
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE told (row INTEGER PRIMARY KEY, text TEXT)',
  )
  const insert = database.prepare('INSERT INTO told (text) VALUES (?)')
  const file = openSync(join(folder, 'bare.log'), 'a')
  const page = Buffer.alloc(4096, 1)
  const timed = (work) => {
    const start = performance.now()
    work()
    return performance.now() - start
  }
  return {
    commit: (text) => timed(() => insert.run(text)),
    sync: () =>
      timed(() => {
        writeSync(file, page)
        fdatasyncSync(file)
      }),
    close() {
      database.close()
      closeSync(file)
    },
  }
}
