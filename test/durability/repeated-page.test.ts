import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { openWorldWeaver } from '#ww/index.js'
import { overwrite, pageBytes, readPart } from '../faults/spoil.js'
import { databaseIn } from '../support/database.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()

/** Where rows of memories lie, in order; with nothing left in the log, which would put the pages right again. */
function leavesOf(path: string): number[] {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const pages = database
    .prepare("SELECT pageno FROM dbstat WHERE name = 'memories' AND pagetype = 'leaf' ORDER BY path")
    .all() as { pageno: number }[]
  database.close()
  return pages.map(({ pageno }) => pageno)
}

test('a page that holds what belongs to another is told of: rows that come twice are no scene without end', async () => {
  const dataDir = newFolder()
  const options = { dataDir, session: 'default', project: null, threads: 'inline', logLevel: 'silent' } as const
  const mind = openWorldWeaver(options)
  for (let told = 0; told < 40; told++) await mind.call('remember', { text: `Cargo ${told}: ${'crates '.repeat(40)}` })
  await mind.close()
  const path = databaseIn(dataDir)
  const [first, second] = leavesOf(path)
  overwrite(path, readPart(path, (first! - 1) * pageBytes, pageBytes), (second! - 1) * pageBytes)

  const after = openWorldWeaver(options)
  // The second time as the first: nothing of it is kept.
  for (let time = 0; time < 2; time++) {
    await expect(after.call('recall', { query: 'cargo crates' })).rejects.toThrow(/is damaged.*ww doctor --fix/)
  }
  await after.close()
})
