// Erases, from the database named as argument, the memories whose ids come on the first line of its stdin. Says when it
// starts and ends.
import { createInterface } from 'node:readline'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'

const store = openSqliteStore({ path: process.argv[2], threads: 'inline' })
const lines = createInterface({ input: process.stdin })
lines.once('line', async (line) => {
  await store.query({}, { offset: 0, limit: 0 })
  process.stdout.write('started\n')
  await store.erase({ at: Date.now(), ids: line.split(' ') })
  process.stdout.write('ended\n')
  await store.close()
  lines.close()
})
