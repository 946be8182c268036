// Reads the database named as argument as of one moment, says so, and lets go when its stdin ends.
import { DatabaseSync } from '@photostructure/sqlite'

const database = new DatabaseSync(process.argv[2], { timeout: 30_000 })
database.exec('BEGIN')
database.prepare('SELECT count(*) FROM memories').get()
process.stdout.write('held\n')
process.stdin.resume().once('end', () => {
  database.exec('COMMIT')
  database.close()
})
