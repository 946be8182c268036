import { describe, expect, test } from 'vitest'
import type { NewMemory } from '#ww/ports/store/write.js'
import { plainCandidate } from '../../../support/candidates.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { indexOf, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, queryIds, useStores, wholePage } from '../stores.js'
import { aWorld, contentOf, secret } from './erase-world.js'

/** What other handles, copies and large stores have to erase too. */
export function describeEraseElsewhere(open: OpenStore): void {
  describe('erase', () => {
    const stores = useStores(open)

    describe('by another handle', () => {
      test('[OPS4] is seen by the next read', async () => {
        const [one, other] = await stores.pair()
        await one.commit({ at: start, add: await aWorld() })
        await contentOf(one)
        await contentOf(other)
        await one.erase({ at: start, ids: [secret, idOf(8)] })
        // A handle may take the languages as read for a moment.
        const { languages: _, ...expected } = await contentOf(one)
        expect(idsOf(expected.candidates)).toEqual([1, 2, 3, 4].map((number) => idOf(number)))
        expect(await contentOf(other)).toMatchObject(expected)
      })

      test('a word or name that a handle remembers is not mistaken for one that came in its place', async () => {
        const [one, other] = await stores.pair()
        const add =
          (text: string, session: string, speaker: string) => async (store: InspectedStore, number: number) => {
            const index = { ...(await indexOf(text)), speaker }
            await store.commit({ at: start, add: [await aNewMemory({ id: idOf(number), text, session, index })] })
          }
        const [heron, stork] = [add('heron', 'pond', 'anna'), add('stork', 'roof', 'bert')]
        await heron(one, 1)
        await one.findCandidates({ ...anyCandidate, terms: ['heron'] })
        await other.erase({ at: start, ids: [idOf(1)] })
        // These may get the numbers that were the heron's.
        await stork(other, 2)
        await heron(one, 3)
        await stork(one, 4)
        await heron(other, 5)
        const terms = ['heron', 'stork']
        for (const store of [one, other]) {
          const { candidates, statistics } = await store.findCandidates({ ...anyCandidate, terms })
          expect(statistics).toMatchObject({ documents: 4, documentFrequencies: [2, 2] })
          const seen = candidates.map((each) => plainCandidate(each, { terms }))
          expect(seen.map(({ id, termCounts, speaker }) => [id, termCounts, speaker]).sort()).toEqual([
            [idOf(2), [0, 1], 'bert'],
            [idOf(3), [1, 0], 'anna'],
            [idOf(4), [0, 1], 'bert'],
            [idOf(5), [1, 0], 'anna'],
          ])
          expect((await store.stats()).sessions).toEqual({ pond: 2, roof: 2 })
          const lexical = await store.findCandidates({
            ...anyCandidate,
            terms: ['heron'],
            newest: 0,
            exhaustiveUpTo: 0,
          })
          expect(idsOf(lexical.candidates)).toEqual(expect.arrayContaining([idOf(3), idOf(5)]))
        }
      })

      test('[COM11] while all write, loses nothing and brings nothing back', async () => {
        const [one, other] = await stores.pair()
        const add = await newMemories(
          Array.from({ length: 60 }, (_, number) => ({ id: idOf(number), text: `heron ${number % 7}` })),
        )
        await one.commit({ at: start, add: add.slice(0, 30) })
        await Promise.all([
          ...add.slice(30).map((each, number) => [one, other][number % 2]!.commit({ at: start, add: [each] })),
          ...[0, 1, 2, 3].map((number) => [one, other][number % 2]!.erase({ at: start, ids: [idOf(number)] })),
        ])
        const left = add.slice(4)
        const expected = await stores.fresh(left)
        const terms = ['heron', '0', '1', '6']
        const figures = async (store: InspectedStore) => {
          const { statistics, total } = await store.findCandidates({ ...anyCandidate, terms })
          return { statistics, total, ids: await queryIds(store, {}, wholePage) }
        }
        for (const store of [one, other]) expect(await figures(store)).toEqual(await figures(expected))
      })
    })

    describe('and the backups', () => {
      test('[OPS4] each that holds it is rewritten, and says so', async () => {
        const world = await aWorld()
        const store = await stores.fresh(world.slice(0, 2))
        const [before, first, second] = [stores.newPlace(), stores.newPlace(), stores.newPlace()]
        await store.backup(before)
        await store.commit({ at: start, add: world.slice(2) })
        await store.backup(first)
        await store.backup(second)
        const treated = await store.erase({ at: start, ids: [secret] })
        expect(treated).toHaveLength(2)
        for (const path of [first, second]) expect(treated).toContainEqual({ path, action: 'rewritten' })
        expect(await store.erase({ at: start, ids: [secret] })).toEqual([])
        const expected = await contentOf(store)
        expect(await contentOf(await stores.open(first))).toEqual(expected)
        expect((await (await stores.open(before)).query({}, wholePage)).total).toBe(2)
        expect(await contentOf(await stores.open(second))).toEqual(expected)
      })

      test('[OPS4] one that is made meanwhile does not hold it', async () => {
        const store = await stores.fresh(await aWorld())
        const copies = Array.from({ length: 4 }, () => stores.newPlace())
        const made = copies.map((copy) => store.backup(copy))
        await store.erase({ at: start, ids: [secret] })
        await Promise.all(made)
        for (const copy of copies) expect(await (await stores.open(copy)).get([secret])).toEqual([undefined])
      })
    })

    test('[OPS4] many at once, among many', { timeout: 60_000 }, async () => {
      const count = 4_300
      const place = stores.newPlace()
      const store = await stores.open(place)
      const texts = (number: number) => `heron w${number % 11}`
      const all = await newMemories(
        Array.from({ length: count }, (_, number) => ({
          id: idOf(number),
          text: texts(number),
          happenedAt: start + minutes(number),
          joinsScene: false,
        })),
      )
      for (let from = 0; from < count; from += 500) await store.commit({ at: start, add: all.slice(from, from + 500) })
      const request = { ...anyCandidate, terms: ['heron', 'w3'], vector: await vectorOf('heron w3'), newest: 3 }
      const figures = async (from: InspectedStore) => {
        const { total, candidates, statistics } = await from.findCandidates({ ...request, perRetriever: 20 })
        return { total, statistics, ids: idsOf(candidates).sort(), sessions: (await from.stats()).sessions }
      }
      await figures(store)
      const isErased = ({ memory: { id } }: NewMemory) => Number(id.slice(-1)) % 2 === 0
      await store.erase({ at: start, ids: all.filter(isErased).map(({ memory: { id } }) => id) })
      const expected = await figures(await stores.fresh(all.filter((each) => !isErased(each))))
      expect(await figures(store)).toEqual(expected)
      await store.close()
      const again = await stores.open(place)
      expect(await figures(again)).toEqual(expected)
      await again.commit({ at: start, add: [await aNewMemory({ id: idOf(count + 1), text: 'heron w3' })] })
      expect((await figures(again)).total).toBe(expected.total + 1)
    })
  })
}
