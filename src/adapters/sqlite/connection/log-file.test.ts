import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction, openConnection } from './connection.js'
import { assertOwnLog } from './log-file.js'

test('[COM11] what a killed commit left behind the end of a log does not tell whose the log is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'world-weaver-'))
  const [path, killed] = ['first.db', 'killed.db'].map((name) => join(folder, name)) as [string, string]
  const first = openConnection(path)
  inTransaction(first, () => first.exec('CREATE TABLE things (a)'))
  // Pages that the cache has no room for are written before the commit, and so before the first page.
  first.exec('PRAGMA cache_size = 10')
  inTransaction(first, () => first.exec('INSERT INTO things VALUES (randomblob(1000000)), (randomblob(1000000))'))
  for (const ending of ['', '-wal']) copyFileSync(path + ending, killed + ending)
  // Without its last frame, which makes it a commit.
  truncateSync(`${killed}-wal`, statSync(`${killed}-wal`).size - 1)
  const next = openConnection(killed)
  onTestFinished(() => {
    for (const connection of [first, next]) connection.close()
    rmSync(folder, { recursive: true, force: true })
  })
  for (let commit = 0; commit < 4; commit++) inTransaction(next, () => next.exec('INSERT INTO things VALUES (1)'))
  next.exec('PRAGMA wal_checkpoint(PASSIVE)')
  expect(() => assertOwnLog(killed)).not.toThrow()
})
