import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SqliteCallLedger } from './call-ledger.js'

test.runIf(process.platform !== 'win32')(
  "the file of call counts is its owner's alone, with its log and memory",
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'world-weaver-'))
    const ledger = new SqliteCallLedger(join(folder, 'calls'))
    onTestFinished(() => {
      ledger.close()
      rmSync(folder, { recursive: true, force: true })
    })
    ledger.exchange({ server: 'a', calls: [{ key: 'k', at: [1] }], after: 0, now: 1, windowMs: 1_000 })
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
    expect(modes).toEqual(['calls', 'calls-shm', 'calls-wal'].map((name) => [name, 0o600]))
  },
)
