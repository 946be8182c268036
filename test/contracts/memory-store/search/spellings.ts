import { describe, expect, test } from 'vitest'
import { idOf, newMemories, start } from '../../../support/memories.js'
import { type OpenStore, useStores } from '../stores.js'

export function describeSpellings(open: OpenStore): void {
  describe('spellings', () => {
    const stores = useStores(open)
    const mistyped = ['recieve', 'hidratoin', 'brnadt']

    test('[REC1] a mistyped word means one that is stored: what any process wrote counts at once', async () => {
      const [store, other] = await stores.pair()
      expect(await store.spellings(mistyped)).toEqual([undefined, undefined, undefined])
      await store.commit({ at: start, add: await newMemories([{ id: idOf(1), text: 'We receive parcels.' }]) })
      expect(await store.spellings(mistyped)).toEqual(['receive', undefined, undefined])
      await other.commit({ at: start, add: await newMemories([{ id: idOf(2), text: 'Hydration matters to Brandt.' }]) })
      expect(await store.spellings(mistyped)).toEqual(['receive', 'hydration', 'brandt'])
      // A word that is known means itself.
      expect(await store.spellings(['hydration'])).toEqual([undefined])
    })

    test('[OPS4] [REC1] what was erased is meant no more, whoever erased it, and the words after it are', async () => {
      const [store, other] = await stores.pair()
      await store.commit({ at: start, add: await newMemories([{ id: idOf(1), text: 'We receive parcels.' }]) })
      expect(await store.spellings(mistyped)).toEqual(['receive', undefined, undefined])
      await other.erase({ at: start, ids: [idOf(1)] })
      await other.commit({ at: start, add: await newMemories([{ id: idOf(2), text: 'Brandt likes ravens, rakes.' }]) })
      expect(await store.spellings(mistyped)).toEqual([undefined, undefined, 'brandt'])
      await store.commit({ at: start, add: await newMemories([{ id: idOf(3), text: 'You receive letters.' }]) })
      expect(await store.spellings(mistyped)).toEqual(['receive', undefined, 'brandt'])
    })
  })
}
