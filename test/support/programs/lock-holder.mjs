// Takes the write lock of the database named as argument, says so, and lets go when its stdin ends.
import { DatabaseSync } from '@photostructure/sqlite'

const database = new DatabaseSync(process.argv[2], { timeout: 30_000 })
database.exec('BEGIN IMMEDIATE')
process.stdout.write('held\n')
process.stdin.resume().once('end', () => {
  database.exec('COMMIT')
  database.close()
})
