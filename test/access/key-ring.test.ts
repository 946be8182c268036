import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteKeyStore } from '#ww/adapters/sqlite/sqlite-key-store.js'
import { openKeyRing } from '#ww/app/server/access/key-ring.js'
import { createSettableClock } from '../support/minds.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()
const hourMs = 3_600_000

function newRing(path = join(newFolder(), 'keys.db')) {
  const clock = createSettableClock()
  const warnings: unknown[] = []
  const log = { debug() {}, info() {}, warn: (message: string) => warnings.push(message), error() {} }
  const keys = openKeyRing(openSqliteKeyStore({ path }), { clock, log })
  return { clock, keys, warnings }
}

test('a key is known by its whole token, until it ends', async () => {
  const { clock, keys } = newRing()
  const { token, key } = await keys.create({ name: 'laptop', expires: '1h' })
  expect(await keys.find(token)).toMatchObject({ id: key.id, name: 'laptop' })
  const wrong = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const other = (await keys.create({})).token
  const mixed = `ww_${key.id}_${other.slice(-43)}`
  for (const text of [wrong, mixed, `ww_000000000000_${token.slice(-43)}`, token.slice(0, -1), '', 'Bearer']) {
    expect(await keys.find(text)).toBeUndefined()
  }
  clock.advance(hourMs - 1)
  expect(await keys.find(token)).toBeDefined()
  clock.advance(1)
  expect(await keys.find(token)).toBeUndefined()
  expect(await keys.find(other)).toBeDefined()
})

test('no two tokens are alike', async () => {
  const { keys } = newRing()
  const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await keys.create({})).token))
  expect(new Set(tokens.map((token) => token.slice(3, 15))).size).toBe(20)
  expect(new Set(tokens.map((token) => token.slice(-43))).size).toBe(20)
})

test('a key is revoked by its id or its name, and its name is free again', async () => {
  const { keys } = newRing()
  const first = await keys.create({ name: 'laptop' })
  await expect(keys.create({ name: 'laptop' })).rejects.toMatchObject({ code: 'validation_error', field: '--name' })
  expect((await keys.revoke('laptop')).revokedAt).not.toBeNull()
  expect(await keys.find(first.token)).toBeUndefined()
  expect(await keys.hasUsable()).toBe(false)
  const second = await keys.create({ name: 'laptop' })
  expect(await keys.find(second.token)).toBeDefined()
  await keys.revoke(second.key.id)
  expect(await keys.find(second.token)).toBeUndefined()
  await expect(keys.revoke('laptop')).rejects.toMatchObject({ code: 'not_found' })
})

test('[OPS3] a key that was proven before is in force until it is revoked or expires', async () => {
  const { clock, keys } = newRing()
  const [revoked, expiring] = [await keys.create({}), await keys.create({ expires: '1h' })]
  const inForce = () => Promise.all([revoked, expiring].map(({ key }) => keys.isInForce(key.id)))
  expect(await inForce()).toEqual([true, true])
  await keys.revoke(revoked.key.id)
  expect(await inForce()).toEqual([false, true])
  clock.advance(hourMs)
  expect(await inForce()).toEqual([false, false])
  expect(await keys.isInForce('000000000000')).toBe(false)
})

/** The file and what SQLite keeps beside it. */
const filesOf = (path: string) => ['', '-wal', '-shm'].map((end) => path + end)
const takeAway = (path: string) => {
  for (const file of filesOf(path)) rmSync(file, { force: true })
}

test('[COM3] no key of a file that was taken away opens anything', async () => {
  const path = join(newFolder(), 'keys.db')
  const { keys } = newRing(path)
  const { token } = await keys.create({ name: 'laptop' })
  takeAway(path)
  expect(await keys.find(token)).toBeUndefined()
  const anew = await newRing(path).keys.create({ name: 'laptop' })
  expect(await keys.find(anew.token)).toBeDefined()
  expect(await keys.find(token)).toBeUndefined()
})

test('[COM3] what is revoked in a file that was put back from a copy is revoked', async () => {
  const folder = newFolder()
  const [path, copy] = [join(folder, 'keys.db'), join(folder, 'copy')]
  const { keys } = newRing(path)
  const { token } = await keys.create({ name: 'laptop' })
  for (const file of filesOf(path)) if (existsSync(file)) copyFileSync(file, file.replace(path, copy))
  takeAway(path)
  for (const file of filesOf(copy)) if (existsSync(file)) copyFileSync(file, file.replace(copy, path))
  await newRing(path).keys.revoke('laptop')
  expect(await keys.find(token)).toBeUndefined()
})
