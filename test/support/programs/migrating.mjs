// Takes a database one schema further, slowly: to be killed on the way. Arguments: the file.
import { openConnection } from '#ww/adapters/sqlite/connection/connection.js'
import { migrate } from '#ww/adapters/sqlite/schema/migrate.js'
import { migrations } from '#ww/adapters/sqlite/schema/schema.js'

const [path] = process.argv.slice(2)
const { version } = migrations.at(-1)
// Every row anew, and long enough for somebody to end it.
const sql = `CREATE TABLE further (id TEXT PRIMARY KEY, text TEXT NOT NULL, n INTEGER NOT NULL) STRICT;
  WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 4000)
  INSERT INTO further SELECT id || n, text, n FROM memories, counted;
  UPDATE memories SET importance = importance`
const connection = openConnection(path)
// Begins when it is told to: a message that arrives late must not hide that it was whole before.
process.once('message', () => {
  migrate(connection, path, [...migrations, { version: version + 1, sql }])
  connection.close()
  process.disconnect()
})
process.send('opened')
