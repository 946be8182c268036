import { beforeAll, describe, expect, test } from 'vitest'
import { StoreConflict } from '#ww/ports/store/errors.js'
import type { Batch } from '#ww/ports/store/write.js'
import { plainSet, termCountsOf } from '../../../support/candidates.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, anEdge, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { indexOf, model, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, type OpenStore, queryIds, useStores, wholePage } from '../stores.js'

const unknown = idOf(0)

export function describeCommit(open: OpenStore): void {
  describe('commit', () => {
    const stores = useStores(open)

    test('answers with numbers that only grow', async () => {
      const store = await stores.fresh()
      const first = await store.commit({ at: start, add: [await aNewMemory()] })
      const second = await store.commit({ at: start, add: await newMemories([{}, {}]) })
      expect(first).toBeGreaterThan(0)
      expect(second).toBeGreaterThan(first)
    })

    describe('a batch with one bad part', () => {
      const word = 'xylophone'
      const at = start + minutes(1)
      let store: InspectedStore
      let before: unknown

      /** All that the store shows from outside. */
      const everything = async () => {
        const request = { ...anyCandidate, terms: ['garden', word] }
        const { bytes: _, ...stats } = await store.stats()
        return {
          stats,
          candidates: plainSet(await store.findCandidates(request), request),
          memories: await store.query({}, wholePage),
          known: await store.query({ knownAt: at }, wholePage),
          edges: await store.neighbours([idOf(1), idOf(2)]),
          languages: await store.languages(),
          changes: await store.changes(0, 1_000),
          unembedded: await store.unembedded('another', 10),
        }
      }

      beforeAll(async () => {
        store = await stores.fresh([
          await aNewMemory({ id: idOf(1), tags: ['kept'] }),
          await aNewMemory({ id: idOf(2), happenedAt: start + minutes(1) }),
        ])
        before = await everything()
      })

      const good = async (): Promise<Batch> => ({
        at,
        add: [
          await aNewMemory({
            text: `A ${word} stood in the garden.`,
            session: 'new',
            project: 'new',
            tags: ['new'],
            index: { ...(await indexOf(`A ${word} stood in the garden.`)), language: 'fr', speaker: 'new' },
            vector: { model: 'new', values: new Int8Array([1, 2, 3, 4]) },
          }),
        ],
        change: [{ id: idOf(1), version: 1, importance: 1, tags: ['changed'], facets: { changed: true } }],
        connect: [anEdge({ source: idOf(1), target: idOf(2) })],
        embed: [{ id: idOf(1), vector: { model: 'another', values: new Int8Array([1, 2]) } }],
      })

      test.each<[string, (batch: Batch) => Promise<Batch>]>([
        [
          'a second memory of the same id',
          async (batch) => ({ ...batch, add: [...batch.add!, await aNewMemory({ id: idOf(2) })] }),
        ],
        [
          'a change of a version that is not the newest',
          async (batch) => ({ ...batch, change: [...batch.change!, { id: idOf(2), version: 7, importance: 0 }] }),
        ],
        [
          'two changes of the same version',
          async (batch) => ({ ...batch, change: [...batch.change!, { id: idOf(1), version: 1, importance: 0 }] }),
        ],
        [
          'a change of an unknown memory',
          async (batch) => ({ ...batch, change: [...batch.change!, { id: unknown, version: 1, importance: 0 }] }),
        ],
        [
          'an edge from an unknown memory',
          async (batch) => ({ ...batch, connect: [...batch.connect!, anEdge({ source: unknown, target: idOf(1) })] }),
        ],
        [
          'an edge to an unknown memory',
          async (batch) => ({ ...batch, connect: [...batch.connect!, anEdge({ source: idOf(1), target: unknown })] }),
        ],
        [
          'a vector for an unknown memory',
          async (batch) => ({ ...batch, embed: [...batch.embed!, { id: unknown, vector: await vectorOf('x') }] }),
        ],
        [
          'a vector of another length than its model has',
          async (batch) => ({
            ...batch,
            embed: [...batch.embed!, { id: idOf(2), vector: { model, values: new Int8Array([1, 2, 3]) } }],
          }),
        ],
      ])('[COM11] leaves no trace: %s', async (_, spoil) => {
        await expect(store.commit(await spoil(await good()))).rejects.toThrow()
        expect(await everything()).toEqual(before)
      })

      test('[COM11] and does nothing to the next', async () => {
        await store.commit(await good())
        const terms = ['garden', word]
        const { statistics, candidates } = await store.findCandidates({ ...anyCandidate, terms })
        expect(statistics).toMatchObject({ documents: 3, documentFrequencies: [3, 1] })
        expect(candidates.map((each) => termCountsOf(each, terms)).sort()).toEqual([
          [1, 0],
          [1, 0],
          [1, 1],
        ])
        expect(await store.get([idOf(1)])).toMatchObject([{ version: 2, importance: 1, tags: ['changed'] }])
      })
    })

    test('[COM11] of batches in flight together a refused one takes back only itself', async () => {
      const store = await stores.fresh()
      const texts = Array.from({ length: 40 }, (_, number) => `The lighthouse keeper wrote letter${number}.`)
      const isBad = (number: number) => number % 4 === 1
      const taken = await aNewMemory({ session: 'taken' })
      await store.commit({ at: start, add: [taken] })
      const added = await Promise.all(
        texts.map((text, number) => aNewMemory({ text, session: `flight-${number % 3}` })),
      )
      const results = await Promise.allSettled(
        added.map((memory, number) =>
          store.commit({ at: start, add: isBad(number) ? [memory, taken] : [memory], connect: [] }),
        ),
      )
      results.forEach(({ status }, number) => {
        expect(status).toBe(isBad(number) ? 'rejected' : 'fulfilled')
      })
      const kept = added.filter((_, number) => !isBad(number)).map(({ memory }) => memory.id)
      const found = await queryIds(store, {}, wholePage)
      expect(found.sort()).toEqual([...kept, taken.memory.id].sort())
      const { statistics } = await store.findCandidates({
        ...anyCandidate,
        terms: ['lighthouse', 'letter1', 'letter2'],
      })
      expect(statistics).toMatchObject({ documents: 31, documentFrequencies: [30, 0, 1] })
      expect((await store.changes(0, 1_000)).length).toBe(31)
    })

    test('[COM11] a batch in flight with others that is refused late takes back what it had written', async () => {
      const store = await stores.fresh(await newMemories([{ id: idOf(1) }, { id: idOf(2) }]))
      const change = (number: number) => [{ id: idOf(number), version: 1, importance: 0.9 }]
      // The change is written before the edge is found to lead nowhere.
      const connect = [anEdge({ source: idOf(1), target: unknown })]
      const results = await Promise.allSettled([
        store.commit({ at: start, change: change(1), connect }),
        store.commit({ at: start, change: change(2) }),
      ])
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
      expect(await store.get([idOf(1), idOf(2)])).toMatchObject([
        { version: 1, importance: 0.5 },
        { version: 2, importance: 0.9 },
      ])
    })

    test('a term that a refused batch was the first to use is new again', async () => {
      const store = await stores.fresh()
      const bad = [await aNewMemory({ text: 'quokka', id: idOf(1) }), await aNewMemory({ id: idOf(1) })]
      const [refused, accepted] = await Promise.allSettled([
        store.commit({ at: start, add: bad }),
        store.commit({ at: start, add: [await aNewMemory({ text: 'quokka quokka', id: idOf(2) })] }),
      ])
      expect([refused.status, accepted.status]).toEqual(['rejected', 'fulfilled'])
      await store.commit({ at: start, add: [await aNewMemory({ text: 'quokka and numbat', id: idOf(3) })] })
      const terms = ['quokka', 'numbat']
      const { statistics, candidates } = await store.findCandidates({ ...anyCandidate, terms })
      expect(statistics.documentFrequencies).toEqual([2, 1])
      const counts = candidates.map((each) => [each.id, ...termCountsOf(each, terms)])
      expect(counts.sort()).toEqual([
        [idOf(2), 2, 0],
        [idOf(3), 1, 1],
      ])
    })

    test('[COM11] a session that a refused batch was the first to name is nobody else’s', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1) })])
      // Named twice over, so that the second time it is met again.
      const refused = [await aNewMemory({ session: 'one', project: 'one' }), await aNewMemory({ id: idOf(1) })]
      await expect(store.commit({ at: start, add: refused })).rejects.toThrow()
      await store.commit({ at: start, add: [await aNewMemory({ id: idOf(2), session: 'two' })] })
      await store.commit({ at: start, add: [await aNewMemory({ id: idOf(3), session: 'one', project: 'one' })] })
      expect(await store.get([idOf(2), idOf(3)])).toMatchObject([
        { session: 'two', project: null },
        { session: 'one', project: 'one' },
      ])
    })

    test('[COM15] a change of a version that is not the newest is a conflict', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1) })])
      await store.commit({ at: start + 1, change: [{ id: idOf(1), version: 1, importance: 0.9 }] })
      const stale = store.commit({ at: start + 2, change: [{ id: idOf(1), version: 1, importance: 0.1 }] })
      await expect(stale).rejects.toBeInstanceOf(StoreConflict)
      expect(await store.get([idOf(1)])).toMatchObject([{ version: 2, importance: 0.9 }])
    })

    test('[COM15] of changes of the same version at once exactly one is made', async () => {
      const handles = await stores.pair()
      await handles[0]!.commit({ at: start, add: [await aNewMemory({ id: idOf(1) })] })
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, (_, number) =>
          handles[number % 2]!.commit({
            at: start + 1,
            change: [{ id: idOf(1), version: 1, importance: number / 10 }],
          }),
        ),
      )
      const refusals = results.filter((result) => result.status === 'rejected')
      expect(refusals.length).toBe(9)
      for (const { reason } of refusals) expect(reason).toBeInstanceOf(StoreConflict)
      const winner = results.findIndex(({ status }) => status === 'fulfilled')
      expect(await handles[0]!.get([idOf(1)])).toMatchObject([{ version: 2, importance: winner / 10 }])
    })
  })
}
