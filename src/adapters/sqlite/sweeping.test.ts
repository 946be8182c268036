import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, openConnection } from './connection.js'
import { rebuildFile, truncateLog } from './sweeping.js'

describe('sweeping after an erasure', () => {
  let folder: string
  let path: string
  let store: Connection

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ww-sweeping-'))
    path = join(folder, 'store.db')
    store = openConnection(path)
    store.exec("CREATE TABLE told (text TEXT); INSERT INTO told VALUES ('one')")
  })

  afterEach(() => {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function sweep(patienceMs: number): void {
    const own = openConnection(path)
    try {
      rebuildFile(own)
      truncateLog(own, patienceMs)
    } finally {
      own.close()
    }
  }

  test('[OPS4] the log is empty afterwards', () => {
    sweep(0)
    expect(statSync(`${path}-wal`).size).toBe(0)
  })

  test('[OPS4] it says so when somebody still reads what was there before', () => {
    const reader = openConnection(path)
    reader.exec('BEGIN; SELECT * FROM told')
    expect(() => sweep(0)).toThrow('still reads')
    reader.exec('COMMIT')
    reader.close()
    sweep(0)
  })

  // Windows and macOS have no such list.
  test.runIf(existsSync('/proc/self/fd'))('however often it is done, no file stays open', () => {
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(path)
        } catch {
          return false
        }
      }).length
    sweep(0)
    const once = openFiles()
    for (let time = 0; time < 5; time++) sweep(0)
    expect(openFiles()).toBe(once)
  })
})
