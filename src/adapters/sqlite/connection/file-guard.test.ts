import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { truncateLog } from '../erase/rewrite-file.js'
import { numberInFile } from './commit-number.js'
import { assertInPlace, type Connection, closeConnection, inTransaction, openConnection } from './connection.js'
import { FileGuard } from './file-guard.js'

/** A writer and a reader of one file, and how to write it once more as a checkpoint does, page after page. */
function openTwo() {
  const folder = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  const path = join(folder, 'guard.db')
  const writer = openConnection(path)
  const add = (connection: Connection) =>
    inTransaction(connection, () => connection.exec('INSERT INTO things VALUES (1)'))
  inTransaction(writer, () => writer.exec('CREATE TABLE things (a)'))
  writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  assertInPlace(writer)
  const reader = openConnection(path)
  onTestFinished(() => {
    for (const connection of [writer, reader]) if (connection.isOpen) connection.close()
    rmSync(folder, { recursive: true, force: true })
  })
  let moment = Date.now() / 1_000
  return { path, writer, reader, add, writePage: () => utimesSync(path, ++moment, moment) }
}

test('[COM11] a checkpoint of others that goes on after the first look at it makes no other file of it', () => {
  const { writer, reader, add, writePage } = openTwo()
  add(writer)
  // The first page has the number, and is written first.
  writer.exec('PRAGMA wal_checkpoint(PASSIVE)')
  for (let page = 0; page < 3; page++) {
    assertInPlace(reader)
    writePage()
  }
  expect(() => add(reader)).not.toThrow()
})

test('[COM11] a checkpoint that a reader holds up leaves out the number, and makes no other file of it', () => {
  const { writer, reader, add } = openTwo()
  const addMany = () => inTransaction(writer, () => writer.exec('INSERT INTO things VALUES (randomblob(8000000))'))
  addMany()
  reader.exec('BEGIN')
  reader.exec('SELECT count(*) FROM things')
  // Changes the first page again: what the reader sees may be written, but not that.
  add(writer)
  for (let commit = 0; commit < 3; commit++) {
    addMany()
    expect(() => add(writer)).not.toThrow()
  }
  reader.exec('COMMIT')
  expect(() => add(reader)).not.toThrow()
  expect(() => add(writer)).not.toThrow()
})

test('[COM11] neither does one of our own that a reader holds up', () => {
  const { writer, reader, add } = openTwo()
  inTransaction(writer, () => writer.exec('INSERT INTO things VALUES (randomblob(100000))'))
  reader.exec('BEGIN')
  reader.exec('SELECT count(*) FROM things')
  add(writer)
  expect(() => truncateLog(writer, 0)).toThrow('still reads')
  expect(() => add(writer)).not.toThrow()
  reader.exec('COMMIT')
  expect(() => add(reader)).not.toThrow()
})

/** Writes the first page of what a checkpoint makes of the file, and no other. */
const halfACheckpoint = `
  import { DatabaseSync } from '@photostructure/sqlite'
  import { cpSync, openSync, readFileSync, writeSync } from 'node:fs'
  const path = process.argv[1]
  cpSync(path, path + '.copy')
  cpSync(path + '-wal', path + '.copy-wal')
  const copy = new DatabaseSync(path + '.copy')
  copy.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  copy.close()
  writeSync(openSync(path, 'r+'), readFileSync(path + '.copy'), 0, 4096, 0)`

test('[COM11] a checkpoint of others that is killed half-way makes no other file of it', async () => {
  const { path, writer, reader, add } = openTwo()
  inTransaction(writer, () => writer.exec('INSERT INTO things VALUES (randomblob(1000000))'))
  const other = spawn(process.execPath, ['--input-type=module', '-e', halfACheckpoint, path])
  expect(await once(other, 'exit')).toEqual([0, null])
  for (const each of [reader, writer]) {
    expect(() => assertInPlace(each)).not.toThrow()
    expect(() => add(each)).not.toThrow()
  }
  const next = openConnection(path)
  expect(next.prepare('SELECT count(*) AS rows FROM things').get()).toEqual({ rows: 3 })
  closeConnection(next)
})

test('[COM11] a file whose time was changed, and nothing else, is the same file', () => {
  const { writer, reader, add, writePage } = openTwo()
  add(reader)
  assertInPlace(reader)
  writePage()
  expect(() => add(reader)).not.toThrow()
  expect(() => add(writer)).not.toThrow()
})

test('[COM11] a log beside a file that is opened by a symbolic link is watched, too', () => {
  const { path, writer, add } = openTwo()
  const link = `${path}.link`
  symlinkSync(path, link)
  const linked = openConnection(link)
  add(linked)
  expect(() => assertInPlace(linked)).not.toThrow()
  rmSync(`${path}-wal`)
  expect(() => assertInPlace(linked)).toThrow('log (the -wal file) was deleted')
  expect(() => assertInPlace(writer)).toThrow('log (the -wal file) was deleted')
  linked.close()
})

/** A guard that sees what `newest` says, of a file that a checkpoint has brought to a later commit. */
function guardOf(newest: (look: number, truth: number) => number) {
  const opened = openTwo()
  const { path, writer, add } = opened
  let looks = 0
  const guard = new FileGuard(path, () => newest(looks++, numberInFile(path)!))
  const log = statSync(`${path}-wal`).ino
  add(writer)
  writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return { ...opened, guard, looks: () => looks, isLogInPlace: () => statSync(`${path}-wal`).ino === log }
}

test('[COM11] what is odd once is looked at again, and neither refused nor touched', () => {
  const { guard, looks, isLogInPlace } = guardOf((look, truth) => (look === 0 ? truth - 1 : truth))
  expect(() => guard.assertInPlace()).not.toThrow()
  expect(looks()).toBe(2)
  expect(isLogInPlace()).toBe(true)
})

test('[COM11] a file that does not come to rest is refused for now, and not for good', () => {
  let isOdd = true
  const { guard, writePage, isLogInPlace } = guardOf((_, truth) => {
    if (isOdd) writePage()
    return isOdd ? truth - 1 : truth
  })
  expect(() => guard.assertInPlace()).toThrow('written over')
  isOdd = false
  expect(() => guard.assertInPlace()).not.toThrow()
  expect(isLogInPlace()).toBe(true)
})

test('[COM11] where several looks agree it is refused from then on, and nothing is moved', () => {
  let isOdd = true
  const { guard, isLogInPlace } = guardOf((_, truth) => (isOdd ? truth - 1 : truth))
  expect(() => guard.assertInPlace()).toThrow('written over')
  isOdd = false
  expect(() => guard.assertInPlace()).toThrow('written over')
  expect(isLogInPlace()).toBe(true)
})

test('[COM11] closing leaves a log that fits the file where it is, whatever the file looked like', () => {
  const { guard, path, writer, add } = guardOf((_, truth) => truth - 1)
  add(writer)
  const log = statSync(`${path}-wal`)
  guard.protectReplacement()
  expect(statSync(`${path}-wal`)).toMatchObject({ ino: log.ino, size: log.size })
  expect(() => add(writer)).not.toThrow()
})

test('[COM11] closing deletes no log of a file that others have made anew at its place', () => {
  const { path, writer, reader, add } = openTwo()
  add(writer)
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending)
  const next = openConnection(path)
  inTransaction(next, () => next.exec('CREATE TABLE things (a)'))
  add(next)
  const filesOf = () => ['-wal', '-shm'].map((ending) => statSync(path + ending).ino)
  const files = filesOf()
  for (const each of [reader, writer]) closeConnection(each)
  expect(filesOf()).toEqual(files)
  expect(readdirSync(dirname(path)).sort()).toEqual(['guard.db', 'guard.db-shm', 'guard.db-wal'])
  expect(() => add(next)).not.toThrow()
  closeConnection(next)
})
