import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { openWorldWeaver } from '#ww/index.js'
import { databaseIn } from '../support/database.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { json, run } from './ww.js'

const newFolder = useTemporaryFolders()

const told = (folder: string, text: string): Promise<{ id: string }> =>
  json(folder, ['remember', text, '--tags', 'fence'])
const remembered = async (folder: string): Promise<number> => (await json(folder, ['stats'])).collections.episodes

describe('ww forget', () => {
  test('[OPS4] shows what would go and erases nothing, until it is told to', async () => {
    const folder = newFolder()
    const { id } = await told(folder, 'Anna painted\tthe fence\u001b[31m green.')
    const dry = await run(folder, ['forget', '--tags', 'fence'])
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toBe(
      `Would forget 1 memory:
  Anna painted the fence␛[31m green.
  episode · ${id}

Nothing is erased yet. --yes erases it; there is no undo.
`,
    )
    expect(await remembered(folder)).toBe(1)
    const done = await run(folder, ['forget', '--tags', 'fence', '--yes'])
    expect(done).toEqual({ code: 0, stdout: 'Forgot 1 memory, for good.\n', stderr: '' })
    expect(await remembered(folder)).toBe(0)
    const again = await run(folder, ['forget', '--tags', 'fence', '--yes'])
    expect(again.stdout).toBe('No memory matches: there is nothing to forget.\n')
  })

  test('[OPS4] takes several ids, and the option by its long name', async () => {
    const folder = newFolder()
    const ids = [await told(folder, 'One.'), await told(folder, 'Two.'), await told(folder, 'Three.')].map(
      ({ id }) => id,
    )
    const [one, two, three] = ids as [string, string, string]
    expect((await json(folder, ['forget', ...ids])).ids).toEqual(ids)
    expect((await json(folder, ['forget', `${one},${two}`])).ids).toEqual([one, two])
    const done = await json(folder, ['forget', one, two, '--no-dry-run'])
    expect(done).toMatchObject({ dry_run: false, count: 2, ids: [one, two] })
    expect((await json(folder, ['forget', '--tags', 'fence'])).ids).toEqual([three])
  })

  test('[OPS4] [SEM6] says what goes with it, what stays flagged, and which backups were rewritten', async () => {
    const folder = newFolder()
    const dataDir = join(folder, 'data')
    const [ground, other] = [await told(folder, 'The cat sat.'), await told(folder, 'The dog lay.')]
    const mind = openWorldWeaver({ dataDir, session: 'default', project: null, threads: 'inline' })
    const derive = (name: string, ...derived_from: string[]) =>
      mind.call('create_entity', { name, entity_type: 'FACT', summary: `${name}.`, derived_from })
    await derive('Cats sit', ground.id)
    await derive('Pets rest', ground.id, other.id)
    await mind.close()
    const store = openSqliteStore({ path: databaseIn(dataDir), threads: 'inline' })
    await store.backup(join(folder, 'backup.db'))
    await store.close()
    const dry = await run(folder, ['forget', ground.id])
    expect(dry.stdout).toContain('Would forget 1 memory, and 1 derived from it:')
    expect(dry.stdout).toContain('1 derived memory stays and would be flagged for review.')
    const done = await run(folder, ['forget', ground.id, '--yes'])
    expect(done.stdout).toBe(
      `Forgot 1 memory, and 1 derived from it, for good.
1 derived memory stays and is flagged for review.
Backup rewritten: ${join(folder, 'backup.db')}
`,
    )
  })

  test('[OPS4] wants to know what', async () => {
    const folder = newFolder()
    expect(await run(folder, ['forget', '--yes'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'ww: <ids>, session_filter, tags, before or key must say what to forget.\n',
    })
  })
})
