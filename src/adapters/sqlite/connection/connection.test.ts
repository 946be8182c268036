import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assertInPlace, type Connection, inSnapshot, inTransaction, openConnection, reindex } from './connection.js'

let folder: string
let path: string
const opened: Connection[] = []

function open(): Connection {
  const connection = openConnection(path)
  opened.push(connection)
  return connection
}

const pragma = (connection: Connection, name: string): unknown =>
  Object.values(connection.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>)[0]

const count = (connection: Connection): unknown =>
  (connection.prepare('SELECT count(*) AS n FROM things').get() as { n: number }).n

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  path = join(folder, 'connection.db')
})

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a connection', () => {
  test('[COM11] waits for the disk: synchronous is FULL, on the first and on every later one', () => {
    const full = 2
    expect([open(), open(), open()].map((connection) => pragma(connection, 'synchronous'))).toEqual([full, full, full])
  })

  test('lets readers read while a writer writes: the journal is a WAL', () => {
    expect([open(), open()].map((connection) => pragma(connection, 'journal_mode'))).toEqual(['wal', 'wal'])
  })

  test('holds to foreign keys, overwrites what is deleted and waits at least ten seconds for a lock', () => {
    const connection = open()
    expect(pragma(connection, 'foreign_keys')).toBe(1)
    expect(pragma(connection, 'secure_delete')).toBe(1)
    expect(pragma(connection, 'busy_timeout')).toBeGreaterThanOrEqual(10_000)
  })

  test('SQLite is new enough', () => {
    const { version } = open().prepare('SELECT sqlite_version() AS version').get() as { version: string }
    const [major, minor, patch] = version.split('.').map(Number) as [number, number, number]
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003)
  })

  test('[COM11] is opened for writing in one place, so that none is without these settings', () => {
    const engine = join(import.meta.dirname, '..')
    const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    )
    const opening = sources.filter((name) => {
      const calls = readFileSync(join(engine, name), 'utf8').match(/new DatabaseSync\([^)]*\)/g) ?? []
      return calls.some((call) => !call.includes('readOnly: true'))
    })
    // What the ledger of calls holds is worth nothing after a minute: no commit should wait for it.
    expect(opening.sort()).toEqual([join('connection', 'connection.ts'), join('coordinate', 'call-ledger.ts')])
  })
})

describe('a transaction', () => {
  test('[COM11] is done wholly or not at all', () => {
    const connection = open()
    connection.exec('CREATE TABLE things (id INTEGER PRIMARY KEY)')
    expect(inTransaction(connection, () => connection.exec('INSERT INTO things VALUES (1)') ?? 'done')).toBe('done')
    const failure = new Error('in the middle')
    const failing = () =>
      inTransaction(connection, () => {
        connection.exec('INSERT INTO things VALUES (2)')
        throw failure
      })
    expect(failing).toThrow(failure)
    expect(connection.isTransaction).toBe(false)
    expect(count(connection)).toBe(1)
  })

  // Windows does not let an open file be deleted.
  test.skipIf(process.platform === 'win32')(
    '[COM11] whose file is deleted meanwhile fails: it is not answered as done',
    () => {
      const connection = open()
      connection.exec('CREATE TABLE things (n INTEGER)')
      const write = () => {
        connection.exec('INSERT INTO things VALUES (1)')
        rmSync(path)
      }
      expect(() => inTransaction(connection, write)).toThrow('was deleted while it was in use')
    },
  )

  test('an error that already ended the transaction is thrown unchanged', () => {
    const connection = open()
    connection.exec('CREATE TABLE things (id INTEGER PRIMARY KEY)')
    const twice = () =>
      inTransaction(connection, () => {
        connection.exec('INSERT INTO things VALUES (1)')
        connection.exec('INSERT OR ROLLBACK INTO things VALUES (1)')
      })
    expect(twice).toThrow(/UNIQUE/)
    expect(count(connection)).toBe(0)
  })
})

describe('indexes that are made again', () => {
  test('[COM11] are not taken for another file, once a checkpoint has written them', () => {
    const connection = open()
    inTransaction(connection, () =>
      connection.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX names ON things (name)'),
    )
    const add = (id: number) => () => connection.exec(`INSERT INTO things VALUES (${id}, 'thing ${id}')`)
    inTransaction(connection, add(1))
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    inTransaction(connection, () => count(connection))
    for (const table of ['', 'things']) {
      reindex(connection, table)
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      expect(() => assertInPlace(connection)).not.toThrow()
    }
    inTransaction(connection, add(2))
    expect(count(connection)).toBe(2)
  })
})

describe('a snapshot', () => {
  test('shows one moment, whatever another connection writes meanwhile', () => {
    const [reader, writer] = [open(), open()]
    writer.exec('CREATE TABLE things (id INTEGER PRIMARY KEY)')
    const seen = inSnapshot(reader, () => {
      const before = count(reader)
      writer.exec('INSERT INTO things VALUES (1)')
      return [before, count(reader)]
    })
    expect(seen).toEqual([0, 0])
    expect(count(reader)).toBe(1)
  })

  test('ends when the work fails', () => {
    const connection = open()
    expect(() =>
      inSnapshot(connection, () => {
        throw new Error('in the middle')
      }),
    ).toThrow('in the middle')
    expect(connection.isTransaction).toBe(false)
  })
})
