import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, openConnection } from '../connection/connection.js'
import { rebuildFile, truncateLog } from './rewrite-file.js'

describe('vacuuming after an erasure', () => {
  let folder: string
  let path: string
  let store: Connection

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ww-vacuuming-'))
    path = join(folder, 'store.db')
    store = openConnection(path)
    store.exec("CREATE TABLE texts (text TEXT); INSERT INTO texts VALUES ('one')")
  })

  afterEach(() => {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function vacuum(timeoutMs: number): void {
    const own = openConnection(path)
    try {
      rebuildFile(own)
      truncateLog(own, timeoutMs)
    } finally {
      own.close()
    }
  }

  test('[OPS4] the log is empty afterwards', () => {
    vacuum(0)
    expect(statSync(`${path}-wal`).size).toBe(0)
  })

  test('[OPS4] it fails while another connection still reads the old data', () => {
    const reader = openConnection(path)
    reader.exec('BEGIN; SELECT * FROM texts')
    expect(() => vacuum(0)).toThrow('still reads')
    reader.exec('COMMIT')
    reader.close()
    vacuum(0)
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
    vacuum(0)
    const once = openFiles()
    for (let time = 0; time < 5; time++) vacuum(0)
    expect(openFiles()).toBe(once)
  })
})
