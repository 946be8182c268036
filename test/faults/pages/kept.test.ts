import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { copyTenant } from '#ww/adapters/engine-copy/copy-tenant.js'
import { openSqliteSource, openSqliteTarget } from '#ww/adapters/engine-copy/sqlite-tenant.js'
import { repairDatabase } from '#ww/adapters/sqlite/maintain/repair-database.js'
import { restoreDatabase } from '#ww/adapters/sqlite/maintain/restore-database.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { checkWhole } from '#ww/adapters/sqlite/sums/check-steps.js'
import { describeCheck } from '#ww/adapters/sqlite/sums/describe-check.js'
import { databaseIn } from '../../support/database.js'
import { fillHouse } from '../../support/filled-house.js'
import { aNewMemory, days, idOf, start } from '../../support/memories.js'
import { createRandom } from '../../support/random.js'
import { useTemporaryFolders } from '../../support/temporary-folder.js'
import { placeFixture, schemas } from '../../upgrade/fixtures.js'
import { type Body, Story } from '../story.js'
import { withMind } from '../witness.js'

const newFolder = useTemporaryFolders()

function inFile<Result>(path: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 30_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** What the check of the whole store would warn of. */
const problemsIn = (path: string): string[] => inFile(path, (database) => describeCheck(checkWhole(database)))

const sumsIn = (path: string): number =>
  inFile(path, (database) => (database.prepare('SELECT count(*) AS n FROM sums').get() as { n: number }).n)

/** Adds, changes and erases, as any later program would. */
async function writeMore(path: string): Promise<void> {
  const store = openSqliteStore({ path, threads: 'inline' })
  const at = start + days(400)
  const origin = { door: 'rest', client: 'a program', key: 'a-key' } as const
  const texts = ['Anna: Where is the crane?', 'Ben: At pier 3.', 'The ferry leaves from Hou.']
  const add = await Promise.all(
    texts.map((text, number) => aNewMemory({ id: idOf(9_000 + number), text, session: 'pier', happenedAt: at })),
  )
  await store.commit({ at, add: add.map((each) => ({ ...each, origin })) })
  await store.commit({ at, origin, change: [{ id: idOf(9_000), version: 1, tags: ['moved'], importance: 0.9 }] })
  await store.erase({ at: at + 1, ids: [idOf(9_001)] })
  await store.close()
}

describe('[COM11] the check of a whole store finds nothing', () => {
  test.each([0, 1, 2])('after any call of any operation (%i)', async (seed) => {
    const folder = newFolder()
    const story = new Story(createRandom(seed))
    await withMind(folder, async (mind) => {
      for (let call = 0; call < 90; call++) {
        const { tool, input, answered } = story.next()
        const body = (await mind.call(tool as 'remember', input as never)) as Body
        if (body.error === undefined) answered(body)
        expect(problemsIn(databaseIn(folder)), `after ${tool}`).toEqual([])
      }
      expect(sumsIn(databaseIn(folder))).toBeGreaterThan(8)
    })
  })

  test('in a store with something in every table, in a backup in which was erased, and in both after more is written', async () => {
    const folder = newFolder()
    await fillHouse(folder, 80)
    for (const name of ['world-weaver.db', 'copy.db']) {
      const path = join(folder, name)
      expect(problemsIn(path), name).toEqual([])
      await writeMore(path)
      expect(problemsIn(path), name).toEqual([])
    }
  })

  test.each(schemas)('in a store of schema %i that was upgraded', async (schema) => {
    const folder = newFolder()
    placeFixture(schema, folder)
    await writeMore(databaseIn(folder))
    expect(problemsIn(databaseIn(folder))).toEqual([])
  })

  test('in one that was moved, restored or repaired', async () => {
    const folder = newFolder()
    await fillHouse(folder, 80)
    const path = databaseIn(folder)

    const moved = databaseIn(newFolder())
    const source = openSqliteSource(path)
    await copyTenant(source, openSqliteTarget(moved, `${moved}.partial`))
    await source.close()
    expect(problemsIn(moved)).toEqual([])
    await writeMore(moved)
    expect(problemsIn(moved)).toEqual([])

    const [restored, backup] = [databaseIn(newFolder()), join(folder, 'copy.db')]
    restoreDatabase(restored, { backup, source: backup, isDryRun: false })
    expect(problemsIn(restored)).toEqual([])
    await writeMore(restored)
    expect(problemsIn(restored)).toEqual([])

    const database = new DatabaseSync(path)
    database.exec("UPDATE scenes SET conversation = 1 - conversation; DELETE FROM labels WHERE label LIKE '%tag-1%'")
    database.close()
    expect(problemsIn(path)).toEqual([
      'labels does not agree with the memories',
      'scenes does not agree with the memories',
    ])
    expect(repairDatabase(path, { isDryRun: false, restores: false })).toMatchObject({ left: [] })
    expect(problemsIn(path)).toEqual([])
    await writeMore(path)
    expect(problemsIn(path)).toEqual([])
  })
})

test('[COM11] a backup whose rows are not what was written is not restored', async () => {
  const folder = newFolder()
  await fillHouse(folder, 80)
  const backup = join(folder, 'copy.db')
  const database = new DatabaseSync(backup)
  database.exec('UPDATE memories SET importance = 0.01 WHERE row = 7')
  database.close()
  expect(() => restoreDatabase(databaseIn(folder), { backup, source: backup, isDryRun: false })).toThrow(
    /rows of memories are not what was written/,
  )
  expect(problemsIn(databaseIn(folder))).toEqual([])
})
