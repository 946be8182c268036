import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WorldWeaverError } from '../../../errors.js'
import { type Connection, openConnection } from '../connection/connection.js'
import { openWritingEngine } from '../thread/engine.js'
import { migrate, schemaVersion } from './migrate.js'
import { type Migration, migrations } from './schema.js'

/** Tables that every schema has: a backup is recorded, and repeated if something is erased meanwhile. */
const backupTables = `CREATE TABLE backups (path TEXT PRIMARY KEY) STRICT; CREATE TABLE totals (erasures INTEGER) STRICT;
  INSERT INTO totals VALUES (0)`
const first: Migration = {
  version: 1,
  sql: `${backupTables}; CREATE TABLE a (x TEXT) STRICT; INSERT INTO a VALUES ('kept')`,
}
const second: Migration = { version: 2, sql: 'CREATE TABLE b (y TEXT) STRICT; INSERT INTO b SELECT x FROM a' }
const third: Migration = { version: 3, sql: 'DROP TABLE a' }
const failing: Migration = { version: 3, sql: "DROP TABLE a; INSERT INTO b VALUES ('half done'); DROP TABLE nowhere" }

let folder: string
let path: string
let connection: Connection

/** Every other table with its rows. */
function content(of: Connection): Record<string, unknown[]> {
  const tables = of.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all() as {
    name: string
  }[]
  return Object.fromEntries(
    tables
      .filter(({ name }) => name !== 'backups' && name !== 'totals')
      .map(({ name }) => [
        name,
        of
          .prepare(`SELECT * FROM ${name}`)
          .all()
          .map((row) => Object.values(row as object)),
      ]),
  )
}

const backups = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.backup'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  path = join(folder, 'migrate.db')
  connection = openConnection(path)
})

afterEach(() => {
  connection.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('migrate', () => {
  test('brings a new file to the newest schema, without a backup of nothing', () => {
    migrate(connection, path, [first, second])
    expect(schemaVersion(connection)).toBe(2)
    expect(content(connection)).toEqual({ a: [['kept']], b: [['kept']] })
    expect(backups()).toEqual([])
  })

  test('takes only the steps that are missing, after a backup of what was there', () => {
    migrate(connection, path, [first])
    connection.exec("UPDATE a SET x = 'changed'")
    migrate(connection, path, [first, second, third])
    expect(schemaVersion(connection)).toBe(3)
    expect(content(connection)).toEqual({ b: [['changed']] })
    expect(backups()).toHaveLength(1)
    const backup = openConnection(join(folder, backups()[0]!))
    expect(schemaVersion(backup)).toBe(1)
    expect(content(backup)).toEqual({ a: [['changed']] })
    backup.close()
    // To be erased in, as any other copy.
    expect(connection.prepare('SELECT path FROM backups').all()).toEqual([{ path: backups()[0] }])
  })

  test('leaves a file of the newest schema alone', () => {
    migrate(connection, path, [first, second])
    migrate(connection, path, [first, second])
    expect(content(connection)).toEqual({ a: [['kept']], b: [['kept']] })
    expect(backups()).toEqual([])
  })

  test('[COM11] a step that fails leaves the file as it was, earlier steps undone', () => {
    migrate(connection, path, [first])
    expect(() => migrate(connection, path, [first, second, failing])).toThrow(/nowhere/)
    expect(schemaVersion(connection)).toBe(1)
    expect(content(connection)).toEqual({ a: [['kept']] })
    expect(connection.isTransaction).toBe(false)
    migrate(connection, path, [first, second, third])
    expect(content(connection)).toEqual({ b: [['kept']] })
  })

  test('refuses a file that a newer World Weaver wrote, and says what to do', () => {
    migrate(connection, path, [first, second, third])
    const before = content(connection)
    const refused = () => migrate(connection, path, [first])
    expect(refused).toThrow(WorldWeaverError)
    expect(refused).toThrow(/schema 3, this World Weaver knows 1.*newer.*npm install/)
    expect(content(connection)).toEqual(before)
    expect(backups()).toEqual([])
  })

  test('another process may have migrated meanwhile', () => {
    migrate(connection, path, [first])
    const other = openConnection(path)
    migrate(other, path, [first, second])
    other.close()
    migrate(connection, path, [first, second])
    expect(content(connection)).toEqual({ a: [['kept']], b: [['kept']] })
  })
})

describe('the migrations', () => {
  test('only go forward', () => {
    const versions = migrations.map(({ version }) => version)
    expect(versions).toEqual(versions.map((_, index) => index + 1))
  })

  test('are applied when a store is opened, and a newer file is refused there too', () => {
    openWritingEngine(path).close()
    expect(schemaVersion(connection)).toBe(migrations.at(-1)!.version)
    connection.exec('PRAGMA user_version = 999')
    expect(() => openWritingEngine(path)).toThrow(/schema 999/)
  })
})
