import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { databaseIn } from '../../../test/support/database.js'
import { aNewMemory, start } from '../../../test/support/memories.js'
import { useTemporaryFolders } from '../../../test/support/temporary-folder.js'
import { openSqliteStore } from './sqlite-memory-store.js'

describe('a text that the disk has changed', () => {
  const newFolder = useTemporaryFolders()

  /** A store with one memory, whose bytes are no longer those that were written. */
  async function openDamaged() {
    const folder = newFolder()
    const path = databaseIn(folder)
    const before = openSqliteStore({ path, threads: 'inline' })
    const added = await aNewMemory({ text: 'The ferry leaves at nine.' })
    await before.commit({ at: start, add: [added] })
    await before.close()
    const database = new DatabaseSync(path)
    database.exec("UPDATE memories SET text = replace(text, 'nine', 'five')")
    database.close()
    return { store: openSqliteStore({ path, threads: 'inline' }), id: added.memory.id }
  }

  test('is refused when it is read by its id', async () => {
    const { store, id } = await openDamaged()
    await expect(store.get([id])).rejects.toThrow('damaged')
    await store.close()
  })

  test('is refused in a page of memories', async () => {
    const { store } = await openDamaged()
    await expect(store.query({}, { offset: 0, limit: 10 })).rejects.toThrow('damaged')
    await store.close()
  })
})
