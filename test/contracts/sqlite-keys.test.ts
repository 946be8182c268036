import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openConnection } from '#ww/adapters/sqlite/connection/connection.js'
import { openSqliteKeyStore } from '#ww/adapters/sqlite/sqlite-key-store.js'
import { openKeyRing } from '#ww/app/server/access/key-ring.js'
import { createSettableClock } from '../support/minds.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { describeKeyStore } from './key-store.js'

const newFolder = useTemporaryFolders()
const silent = { debug() {}, info() {}, warn() {}, error() {} }

describeKeyStore('sqlite', () => {
  const path = join(newFolder(), 'keys.db')
  return () => openSqliteKeyStore({ path })
})

test('nothing is made before there is a key, and then it is the owner’s alone', async () => {
  const folder = newFolder()
  const path = join(folder, 'deep', 'keys.db')
  const store = openSqliteKeyStore({ path })
  const keys = openKeyRing(store, { clock: createSettableClock(), log: silent })
  expect(await keys.find(`ww_0123456789ab_${'x'.repeat(43)}`)).toBeUndefined()
  expect(await keys.hasUsable()).toBe(false)
  expect(existsSync(join(folder, 'deep'))).toBe(false)
  await keys.create({})
  const modes = readdirSync(join(folder, 'deep')).map((name) => statSync(join(folder, 'deep', name)).mode & 0o777)
  expect(modes.length).toBeGreaterThan(1)
  if (process.platform !== 'win32') expect(new Set(modes)).toEqual(new Set([0o600]))
  await keys.close()
})

test('neither the token nor its secret is in the file', async () => {
  const folder = newFolder()
  const path = join(folder, 'keys.db')
  const keys = openKeyRing(openSqliteKeyStore({ path }), { clock: createSettableClock(), log: silent })
  const { token, key } = await keys.create({ name: 'laptop' })
  await keys.close()
  const secret = token.slice(token.lastIndexOf(key.id) + key.id.length + 1)
  const kept = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
  expect(kept.includes('laptop')).toBe(true)
  expect(kept.includes(secret)).toBe(false)
  expect(kept.includes(Buffer.from(secret, 'base64url'))).toBe(false)
})

test('a writer who holds the file keeps no caller out', async () => {
  const path = join(newFolder(), 'keys.db')
  const keys = openKeyRing(openSqliteKeyStore({ path }), { clock: createSettableClock(), log: silent })
  const { token, key } = await keys.create({})
  const other = openConnection(path)
  other.exec('BEGIN IMMEDIATE')
  expect((await keys.find(token))?.id).toBe(key.id)
  expect((await keys.list())[0]?.lastUsedAt).toBeNull()
  other.exec('COMMIT')
  other.close()
  expect((await keys.find(token))?.lastUsedAt).toBeNull()
  expect((await keys.list())[0]?.lastUsedAt).not.toBeNull()
  await keys.close()
})

test('a file that is no key store lets nobody in', async () => {
  const path = join(newFolder(), 'keys.db')
  writeFileSync(path, 'This is no database, and long enough not to be taken for an empty one.'.repeat(20))
  const keys = openKeyRing(openSqliteKeyStore({ path }), { clock: createSettableClock(), log: silent })
  await expect(keys.find(`ww_0123456789ab_${'x'.repeat(43)}`)).rejects.toThrow()
  await keys.close()
})
