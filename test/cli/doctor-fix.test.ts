import { copyFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { repairDatabase } from '#ww/adapters/sqlite/maintain/repair-database.js'
import { databaseIn, partsOf } from '../support/database.js'
import { useMinds } from '../support/minds.js'
import { run } from './ww.js'

const minds = useMinds()
const asked = { isDryRun: false, restores: false }

/** A store with a few memories, one of them with a long text. */
async function filled(): Promise<string> {
  const mind = minds.open()
  for (let count = 0; count < 5; count++) {
    await mind.call('remember', { text: `Lamp ${count} was lit by Ada.`, tags: [`lamp-${count}`] })
  }
  await mind.call('remember', { text: 'The log goes on about the weather. '.repeat(1_000) })
  await mind.close()
  exec(mind.dataDir, 'PRAGMA wal_checkpoint(TRUNCATE)')
  return mind.dataDir
}

function exec(dataDir: string, sql: string): void {
  const database = new DatabaseSync(databaseIn(dataDir), { timeout: 30_000 })
  database.exec(sql)
  database.close()
}

const backupsIn = (dataDir: string): string[] => readdirSync(dataDir).filter((name) => name.endsWith('.backup'))

describe('ww doctor --fix', () => {
  test('leaves a sound database alone, without a backup', async () => {
    const dataDir = await filled()
    expect(repairDatabase(databaseIn(dataDir), asked)).toEqual({ done: [], left: [], backup: null })
    expect(backupsIn(dataDir)).toEqual([])
  })

  test.each([
    ['words', "INSERT INTO postings (postings) VALUES ('delete-all')"],
    ['counts of words', 'UPDATE terms SET documents = documents + 3'],
    ['labels', 'DELETE FROM labels'],
    ['totals', 'UPDATE totals SET documents = 99, length = 1'],
    ['languages', 'DELETE FROM languages'],
    ['scenes', 'UPDATE scenes SET members = 40'],
    ['vectors of nobody', 'INSERT INTO vectors SELECT model, 999, components FROM vectors LIMIT 1'],
    ['answers of nobody', "PRAGMA foreign_keys = OFF; INSERT INTO answers VALUES (999, 0, x'', x'', x'')"],
  ])('makes %s anew, after a backup, and finds again', async (_, spoil) => {
    const dataDir = await filled()
    exec(dataDir, spoil)
    const planned = repairDatabase(databaseIn(dataDir), { ...asked, isDryRun: true })
    expect(planned.done).not.toEqual([])
    expect(backupsIn(dataDir)).toEqual([])
    const mended = repairDatabase(databaseIn(dataDir), asked)
    expect(mended.done).toEqual(planned.done)
    expect(mended.backup).toMatch(/\.before-fix\..*\.backup$/)
    expect(repairDatabase(databaseIn(dataDir), asked)).toEqual({ done: [], left: [], backup: null })
    const { memories, ...parts } = partsOf(dataDir)
    for (const [part, count] of Object.entries(parts)) expect(count, part).toBe(memories)
    const mind = minds.open({ dataDir })
    const { memories: found } = await mind.call('recall', { query: 'Lamp 3' })
    expect(found[0]?.content).toBe('Lamp 3 was lit by Ada.')
  })

  test('an unreadable database is put back from the newest backup, but only when that is asked for', async () => {
    const dataDir = await filled()
    const path = databaseIn(dataDir)
    copyFileSync(path, `${path}.schema-1.backup`)
    writeFileSync(path, 'no database at all '.repeat(500))
    const offered = await run(join(dataDir), ['doctor', '--fix', '--json'], { env: { WW_DATA_DIR: dataDir } })
    expect(offered.code).toBe(1)
    expect(JSON.parse(offered.stdout).mending.left[0]).toContain('ww doctor --fix --restore')
    expect(readFileSync(path, 'utf8')).toContain('no database at all')
    const { done, backup } = repairDatabase(path, { isDryRun: false, restores: true })
    expect(done).toEqual([expect.stringContaining('put back: world-weaver.db.schema-1.backup')])
    expect(readFileSync(backup!, 'utf8')).toContain('no database at all')
    const mind = minds.open({ dataDir })
    expect((await mind.call('recall', { query: 'Lamp 3' })).memories[0]?.content).toBe('Lamp 3 was lit by Ada.')
  })
  test('of several backups the newest that is sound is put back, whatever its name', async () => {
    const dataDir = await filled()
    const path = databaseIn(dataDir)
    // Neither the first nor the last by name, nor the newest of all.
    const backups = [
      { name: 'b', day: 2 },
      { name: 'c', day: 3 },
      { name: 'd', day: 1 },
      { name: 'a', day: 4, isUnsound: true },
    ]
    for (const { name, day, isUnsound = false } of backups) {
      const backup = `${path}.${name}.backup`
      if (isUnsound) writeFileSync(backup, 'no database at all '.repeat(500))
      else copyFileSync(path, backup)
      const at = new Date(Date.UTC(2026, 0, day))
      utimesSync(backup, at, at)
    }
    writeFileSync(path, 'no database at all '.repeat(500))
    const { done } = repairDatabase(path, { isDryRun: false, restores: true })
    expect(done).toEqual([expect.stringContaining('put back: world-weaver.db.c.backup of 2026-01-03')])
  })
})
