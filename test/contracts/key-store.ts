import { describe, expect, test } from 'vitest'
import type { ApiKey } from '#ww/memory/access/api-key.js'
import type { KeyStore } from '#ww/ports/key-store.js'

const at = Date.UTC(2026, 0, 5)
const minuteMs = 60_000

let made = 0
const aKey = (given: Partial<ApiKey> = {}): ApiKey => {
  const id = String(++made).padStart(12, '0')
  return {
    id,
    name: `key ${made}`,
    digest: new Uint8Array(32).fill(made),
    tenant: 'acme',
    role: 'write',
    sessions: null,
    createdAt: at + made,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...given,
  }
}

/** The definition of the `KeyStore` port. `newPlace` makes an empty place, and a function that opens what is there. */
export function describeKeyStore(name: string, newPlace: () => () => KeyStore): void {
  describe(`KeyStore: ${name}`, () => {
    test('keeps every field, for who opens it again', async () => {
      const open = newPlace()
      const store = open()
      const plain = aKey()
      const full = aKey({ role: 'read', sessions: ['anna', 'ben'], expiresAt: at + 1, lastUsedAt: at, revokedAt: at })
      expect(await store.add(plain)).toBe(true)
      expect(await store.add(full)).toBe(true)
      await store.close()
      const again = open()
      const digestless = (key: ApiKey | undefined) => ({ ...key, digest: [...(key?.digest ?? [])] })
      for (const key of [plain, full]) expect(digestless(await again.find(key.id))).toEqual(digestless(key))
      expect((await again.list()).map(({ id }) => id)).toEqual([plain.id, full.id])
      await again.close()
    })

    test('has none before the first is added', async () => {
      const store = newPlace()()
      expect(await store.find('000000000000')).toBeUndefined()
      expect(await store.list()).toEqual([])
      await store.revoke('000000000000', at)
      await store.noteUse('000000000000', at)
      await store.close()
    })

    test('a name belongs to one key in force, and an id to one key', async () => {
      const store = newPlace()()
      const first = aKey({ name: 'laptop' })
      expect(await store.add(first)).toBe(true)
      expect(await store.add(aKey({ name: 'laptop' }))).toBe(false)
      expect(await store.add({ ...aKey(), id: first.id })).toBe(false)
      expect(await store.list()).toHaveLength(1)
      await store.revoke(first.id, at)
      expect(await store.add(aKey({ name: 'laptop' }))).toBe(true)
      await store.close()
    })

    test('a key that is revoked is so for all who have the store open, and stays so', async () => {
      const open = newPlace()
      const [here, there] = [open(), open()]
      const key = aKey()
      await here.add(key)
      expect((await there.find(key.id))?.revokedAt).toBeNull()
      await here.revoke(key.id, at + 7)
      expect((await there.find(key.id))?.revokedAt).toBe(at + 7)
      await there.revoke(key.id, at + 9)
      expect((await here.find(key.id))?.revokedAt).toBe(at + 7)
      await Promise.all([here.close(), there.close()])
    })

    test('a use is noted to the minute', async () => {
      const store = newPlace()()
      const key = aKey()
      await store.add(key)
      const lastUse = async (moment: number) => {
        await store.noteUse(key.id, moment)
        return (await store.find(key.id))?.lastUsedAt
      }
      expect(await lastUse(at)).toBe(at)
      expect(await lastUse(at + minuteMs - 1)).toBe(at)
      expect(await lastUse(at + minuteMs)).toBe(at + minuteMs)
      await store.close()
    })

    test('several that add at once lose none', async () => {
      const open = newPlace()
      const stores = [open(), open(), open()]
      const keys = Array.from({ length: 30 }, () => aKey())
      await Promise.all(keys.map((key, nth) => stores[nth % 3]!.add(key)))
      for (const store of stores) expect(await store.list()).toHaveLength(30)
      await Promise.all(stores.map((store) => store.close()))
    })
  })
}
