import { describe, expect, test } from 'vitest'
import { derivedFrom } from '#ww/memory/semantic/links.js'
import { StoreConflict } from '#ww/ports/store/errors.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, anEdge, hours, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { model, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, queryIds, useStores, wholePage } from '../stores.js'
import { aWorld, contentOf, german, secret } from './erase-world.js'

export function describeErase(open: OpenStore): void {
  describe('erase', () => {
    const stores = useStores(open)

    test('[OPS4] leaves nothing to be found by any way', async () => {
      const store = await stores.fresh(await aWorld())
      await store.commit({
        at: start + hours(6),
        change: [{ id: secret, version: 1, importance: 0.9, tags: ['second-tag'] }],
        connect: [anEdge({ source: secret, target: idOf(1) }), anEdge({ source: idOf(2), target: secret })],
      })
      const scene = (await store.get([secret]))[0]!.scene!
      await store.erase({ at: start + hours(7), ids: [secret] })

      expect(await store.get([secret])).toEqual([undefined])
      expect(await store.get([secret], start + hours(3))).toEqual([undefined])
      for (const filter of [
        { includeClosed: true } as const,
        { knownAt: start + hours(3) },
        { session: 'secret-session' },
        { tags: ['secret-tag'] },
        { tags: ['second-tag'] },
        { facets: { name: 'secret facet' } },
      ]) {
        expect(await queryIds(store, filter, wholePage)).not.toContain(secret)
      }
      const request = { ...anyCandidate, terms: ['igel'], vector: await vectorOf(german) }
      const { candidates, statistics } = await store.findCandidates(request)
      expect(idsOf(candidates)).not.toContain(secret)
      expect(statistics.documentFrequencies).toEqual([0])
      expect(idsOf(await store.findScenes(request, [scene]))).not.toContain(secret)
      expect(await store.neighbours([secret, idOf(1), idOf(2)], undefined, 'ever')).toEqual([])
      expect(await store.associations([secret], [idOf(1)])).toEqual({ fans: [0], edges: [] })
      const nearest = await store.nearest({ to: [idOf(1), secret], model, filter: {}, most: 10, minCosine: -1 })
      expect(nearest.map((near) => near.map(({ id }) => id).includes(secret))).toEqual([false, false])
      expect(nearest[1]).toEqual([])
      expect(Object.keys((await store.stats()).sessions)).not.toContain('secret-session')
      expect(idsOf(await store.unembedded('another model', 100))).not.toContain(secret)
    })

    test('[GWT15] a session whose memories are replaced keeps what else is noted of it; one that is gone does not', async () => {
      const store = await stores.fresh(await aWorld())
      const names = ['mind ["secret-session"]', 'mind ["secret-project"]']
      await store.commit({ at: start, checkpoints: Object.fromEntries(names.map((name) => [name, { revision: 1 }])) })
      const replacement = await aNewMemory({ id: secret, text: 'pond', session: 'secret-session' })
      await store.erase({ at: start, ids: [secret], replaceWith: { add: [replacement] } })
      expect(Object.keys(await store.checkpoints(names))).toEqual([names[0]])
      expect(await queryIds(store, { session: 'secret-session' }, wholePage)).toEqual([secret])
      await store.erase({ at: start, ids: [secret] })
      expect(await store.checkpoints(names)).toEqual({})
    })

    test('[OPS4] what was asked for before is written before it, whether anybody waited for it or not', async () => {
      const store = await stores.fresh([])
      const written = store.commit({ at: start, add: await aWorld() })
      const erased = store.erase({ at: start, ids: [secret] })
      await Promise.all([written, erased])
      expect(await store.get([secret])).toEqual([undefined])
    })

    test('[GWT15] what takes their place comes in the same transaction, or nothing happens', async () => {
      const [store, other] = await stores.pair()
      await store.commit({ at: start, add: await aWorld() })
      const replacement = await aNewMemory({ id: secret, text: 'The hedgehog is elsewhere.' })
      const taken = await aNewMemory({ id: idOf(1) })
      const before = await contentOf(store)
      await expect(
        store.erase({ at: start, ids: [secret], replaceWith: { add: [replacement, taken] } }),
      ).rejects.toThrow()
      expect(await contentOf(store)).toEqual(before)
      await store.erase({
        at: start,
        ids: [secret],
        replaceWith: { add: [replacement], checkpoints: { mind: { revision: 1 } } },
      })
      for (const each of [store, other]) {
        expect(await each.get([secret])).toMatchObject([{ text: 'The hedgehog is elsewhere.', version: 1 }])
        expect(await each.checkpoints(['mind'])).toEqual({ mind: { revision: 1 } })
      }
      // Counted as if it had always been that one.
      const fresh = await stores.fresh([...(await aWorld()).filter(({ memory: { id } }) => id !== secret), replacement])
      expect((await contentOf(store)).statistics).toEqual((await contentOf(fresh)).statistics)
    })

    test('[OPS4] leaves the store as if they had never been, also for who opens it anew', async () => {
      const world = await aWorld()
      const place = stores.newPlace()
      const store = await stores.open(place)
      for (const each of world) await store.commit({ at: start, add: [each] })
      await contentOf(store)
      await store.erase({ at: start, ids: [secret, idOf(8)] })
      const without = await stores.fresh(world.filter(({ memory: { id } }) => id !== secret && id !== idOf(8)))
      const expected = await contentOf(without)
      expect(expected.memories).toHaveLength(5)
      expect(await contentOf(store)).toEqual(expected)
      await store.close()
      expect(await contentOf(await stores.open(place))).toEqual(expected)
    })

    test('[OPS4] can be told again, under the same id', async () => {
      const store = await stores.fresh(await aWorld())
      const [before] = await store.get([secret])
      await store.erase({ at: start, ids: [secret] })
      await store.commit({ at: start, add: (await aWorld()).filter(({ memory }) => memory.id === secret) })
      const { scene: _, ...again } = (await store.get([secret]))[0]!
      expect({ ...before, scene: null }).toEqual({ ...again, scene: null })
      const { candidates } = await store.findCandidates({ ...anyCandidate, terms: ['igel'] })
      expect(candidates.find(({ id }) => id === secret)!.termCount(0)).toBe(1)
      expect(await queryIds(store, { session: 'secret-session' }, wholePage)).toEqual([secret])
    })

    test('[OPS4] the change log tells that something went, and nothing more of it', async () => {
      const store = await stores.fresh(await newMemories([1, 2, 3].map((number) => ({ id: idOf(number) }))))
      await store.commit({ at: start + 1, change: [{ id: idOf(2), version: 1, importance: 1 }] })
      const before = (await store.changes(0, 100)).at(-1)!.seq
      await store.erase({ at: start + 2, ids: [idOf(2), idOf(3)] })
      const changes = await store.changes(0, 100)
      expect(changes.map(({ id, what, at }) => [id, what, at])).toEqual([
        [idOf(1), 'added', start],
        [null, 'erased', start + 2],
        [null, 'erased', start + 2],
      ])
      expect(changes[1]!.seq).toBeGreaterThan(before)
      expect(await store.newestSeq()).toBe(changes[2]!.seq)
    })

    test('unknown ones are passed over', async () => {
      const store = await stores.fresh(await newMemories([{ id: idOf(1) }]))
      const seq = await store.newestSeq()
      expect(await store.erase({ at: start, ids: [idOf(9)] })).toEqual([])
      expect(await store.erase({ at: start, ids: [] })).toEqual([])
      expect(await store.newestSeq()).toBe(seq)
      await store.erase({ at: start, ids: [idOf(9), idOf(1), idOf(1)] })
      expect(await store.query({ includeClosed: true }, wholePage)).toEqual({ total: 0, memories: [] })
    })

    test('everything can go', async () => {
      const store = await stores.fresh(await aWorld())
      await contentOf(store)
      await store.erase({ at: start, ids: idsOf((await aWorld()).map(({ memory }) => memory)) })
      expect(await contentOf(store)).toEqual(await contentOf(await stores.fresh()))
      await store.commit({ at: start, add: await aWorld() })
      expect((await store.query({}, wholePage)).total).toBe(6)
    })

    describe('what stays', () => {
      const derived = async (store: InspectedStore) =>
        store.commit({ at: start, connect: [anEdge({ source: idOf(1), target: idOf(2), type: derivedFrom })] })

      test('[SEM6] is changed in the same go', async () => {
        const store = await stores.fresh(await aWorld())
        await derived(store)
        const change = [{ id: idOf(1), version: 1, facets: { needs_review: true } }]
        await store.erase({ at: start + 1, ids: [idOf(2)], change })
        const [kept, gone] = await store.get([idOf(1), idOf(2)])
        expect(kept).toMatchObject({ version: 2, facets: { needs_review: true } })
        expect(gone).toBeUndefined()
      })

      test('[COM11] a change that somebody overtook takes back all of it', async () => {
        const store = await stores.fresh(await aWorld())
        await derived(store)
        const before = await contentOf(store)
        const late = [{ id: idOf(1), version: 2, facets: {} }]
        await expect(store.erase({ at: start, ids: [idOf(2)], change: late })).rejects.toBeInstanceOf(StoreConflict)
        expect(await contentOf(store)).toEqual(before)
      })

      test('[SEM6] what the caller did not know to be derived from it is a conflict', async () => {
        const store = await stores.fresh(await aWorld())
        await derived(store)
        const before = await contentOf(store)
        await expect(store.erase({ at: start, ids: [idOf(2)] })).rejects.toBeInstanceOf(StoreConflict)
        expect(await contentOf(store)).toEqual(before)
        await store.erase({ at: start, ids: [idOf(2), idOf(1)] })
        expect(await store.get([idOf(1), idOf(2)])).toEqual([undefined, undefined])
      })

      test('what is derived from it and is closed may stay as it is', async () => {
        const store = await stores.fresh(await aWorld())
        await derived(store)
        await store.commit({ at: start, change: [{ id: idOf(1), version: 1, validTo: start }] })
        await store.erase({ at: start, ids: [idOf(2)] })
        expect((await store.get([idOf(1)]))[0]!.version).toBe(2)
      })
    })

    describe('from a scene', () => {
      const members = async () =>
        newMemories([0, 1, 2, 3].map((number) => ({ id: idOf(number), happenedAt: start + minutes(number) })))
      const ordersIn = async (store: InspectedStore, scene: number) =>
        (await store.findScenes(anyCandidate, [scene])).map(({ id, order }) => [id, order])

      test.each([
        ['the first', 0, [1, 2, 3]],
        ['one in the middle', 2, [0, 1, 3]],
        ['the last', 3, [0, 1, 2]],
      ])('[REC6] %s: the others close ranks', async (_, erased, left) => {
        const [store, other] = await stores.pair()
        await store.commit({ at: start, add: await members() })
        const scene = (await store.get([idOf(0)]))[0]!.scene ?? 0
        expect(await ordersIn(store, scene)).toHaveLength(4)
        expect(await ordersIn(other, scene)).toHaveLength(4)
        await store.erase({ at: start, ids: [idOf(erased)] })
        for (const handle of [store, other]) {
          expect(await ordersIn(handle, scene)).toEqual(left.map((number, order) => [idOf(number), order]))
        }
        // The nearest before and after come along with what a leg found.
        const request = { ...anyCandidate, newest: 1, exhaustiveUpTo: 0 }
        const { candidates } = await other.findCandidates(request)
        expect(idsOf(candidates).sort()).toEqual([idOf(left[1]!), idOf(left[2]!)])
        await store.commit({ at: start, add: [await aNewMemory({ id: idOf(9), happenedAt: start + minutes(4) })] })
        expect((await store.get([idOf(9)]))[0]!.scene).toBe(scene)
        expect((await ordersIn(other, scene)).at(-1)).toEqual([idOf(9), 3])
      })

      test('[REC6] all of them: what happens next begins a scene of its own', async () => {
        const store = await stores.fresh(await members())
        await store.erase({ at: start, ids: [0, 1, 2, 3].map((number) => idOf(number)) })
        await store.commit({ at: start, add: [await aNewMemory({ id: idOf(9), happenedAt: start + minutes(4) })] })
        const [next] = await store.get([idOf(9)])
        expect(await ordersIn(store, next!.scene!)).toEqual([[idOf(9), 0]])
      })
    })
  })
}
