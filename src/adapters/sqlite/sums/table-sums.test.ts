import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
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

test.skipIf(!existsSync('/proc/self/fd'))('[COM11] a closed store that has written lets go of its files', async () => {
  const path = databaseIn(newFolder())
  const writeOnce = async () => {
    const store = openSqliteStore({ path, threads: 'inline' })
    await store.commit({ at: start, add: [await aNewMemory({})] })
    await store.close()
  }
  await writeOnce()
  const openFiles = () => readdirSync('/proc/self/fd').filter((each) => targetOf(each).startsWith(path))
  // The driver closes them when the statements are collected.
  setFlagsFromString('--expose-gc')
  await vi.waitFor(async () => {
    runInNewContext('gc')()
    await turn()
    expect(openFiles()).toEqual([])
  })
})

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}
