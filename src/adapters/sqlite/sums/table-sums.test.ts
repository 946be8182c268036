import { expect, test } from 'vitest'
import { databaseIn } from '../../../../test/support/database.js'
import { aNewMemory, start } from '../../../../test/support/memories.js'
import { useTemporaryFolders } from '../../../../test/support/temporary-folder.js'
import { openSqliteStore } from '../sqlite-memory-store.js'

const newFolder = useTemporaryFolders()

test.each([
  ['a number that the driver rounds', { importance: 1e-17 }],
  ['a negative zero', { importance: -0 }],
  ['half a surrogate pair', { text: 'The kettle \ud83d is on.' }],
])('[COM11] the checksum of a new memory is of what is read: %s', async (_, given) => {
  const store = openSqliteStore({ path: databaseIn(newFolder()), threads: 'inline' })
  const added = await aNewMemory(given)
  await store.commit({ at: start, add: [added] })
  expect(await store.get([added.memory.id])).toHaveLength(1)
  expect(await store.query({}, { offset: 0, limit: 10 })).toMatchObject({ total: 1 })
  await store.close()
})
