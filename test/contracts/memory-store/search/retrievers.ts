import { beforeAll, describe, expect, test } from 'vitest'
import type { MemoryFilter } from '#ww/ports/store/filter.js'
import type { CandidateRequest } from '#ww/ports/store/search.js'
import { plainCandidate } from '../../../support/candidates.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, days, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, useStores } from '../stores.js'

const crowd = 10_000
const rare = idOf(1)
const [before, answer, after] = [idOf(2), idOf(3), idOf(4)]
const hiddenBetween = idOf(5)
const recent = [idOf(6), idOf(7), idOf(8)]
const meaning = idOf(9)

const retrieversOnly: CandidateRequest = { ...anyCandidate, perRetriever: 20, newest: 0, exhaustiveUpTo: 0 }

export function describeRetrievers(open: OpenStore): void {
  describe('findCandidates, above the bound', () => {
    const stores = useStores(open)
    let place: string
    let store: InspectedStore

    const find = async (request: Partial<CandidateRequest>) => {
      const set = await store.findCandidates({ ...retrieversOnly, ...request })
      expect(set.isExhaustive).toBe(false)
      expect(new Set(idsOf(set.candidates)).size).toBe(set.candidates.length)
      return { total: set.total, ids: idsOf(set.candidates) }
    }

    beforeAll(async () => {
      place = stores.newPlace()
      store = await stores.open(place)
      const loud = { text: 'The compass compass compass points north, says the compass.', session: 'crowd' }
      const crowdMemories = await newMemories(
        Array.from({ length: crowd }, (_, number) => ({
          ...loud,
          project: 'loom',
          happenedAt: start + minutes(number),
          importance: (number % 10) / 10,
        })),
      )
      const part = crowd / 4
      for (let from = 0; from < crowd; from += part) {
        await store.commit({ at: start, add: crowdMemories.slice(from, from + part) })
      }
      const aside = { session: 'scene', happenedAt: start - days(20) }
      await store.commit({
        at: start,
        add: [
          await aNewMemory({
            id: rare,
            text: 'Once, a compass lay among many other things in the old drawer below the stairs.',
            session: 'rare',
            project: 'weaver',
            tags: ['rare'],
            facets: { outcome: 'success' },
            happenedAt: start - days(30),
          }),
          await aNewMemory({ ...aside, id: before, text: 'Shall we?' }),
          await aNewMemory({ ...aside, id: hiddenBetween, text: 'Nothing.', state: 'hidden' }),
          await aNewMemory({ ...aside, id: answer, text: 'The marmalade is in the pantry.', tags: ['told'] }),
          await aNewMemory({ ...aside, id: after, text: 'Thanks.', tags: ['told'] }),
          await aNewMemory({ id: meaning, text: 'Our puppy is ill.', session: 'vet', happenedAt: start - days(10) }),
          ...(await newMemories(
            recent.map((id, number) => ({ id, text: 'Later.', session: id, happenedAt: start + days(100) + number })),
          )),
        ],
      })
    })

    test('[REC7] the best lexical matches are found', async () => {
      const { ids } = await find({ terms: ['marmalade'] })
      expect(ids).toContain(answer)
    })

    test('[REC7] a rarer word weighs more than a common one', async () => {
      const { ids } = await find({ terms: ['compass', 'marmalade'], perRetriever: 1 })
      expect(ids).toContain(answer)
    })

    test('[REC7] the best matches by meaning are found', async () => {
      const { ids } = await find({ vectors: [await vectorOf('the dog is sick')], perRetriever: 1 })
      expect(ids).toEqual([meaning])
    })

    test('[REC7] the newest by T_ref are found', async () => {
      const { ids } = await find({ newest: 3 })
      expect(ids.sort()).toEqual(recent)
    })

    test('[REC7] nothing asked finds nothing, and still counts all', async () => {
      const { total, ids } = await find({})
      expect({ total, ids }).toEqual({ total: crowd + 8, ids: [] })
    })

    test('[REC7] words that nothing holds find nothing', async () => {
      expect((await find({ terms: ['nowhere', 'never'] })).ids).toEqual([])
    })

    test('[REC7] the neighbours of candidates are candidates, over what the filter excludes', async () => {
      const { ids } = await find({ terms: ['marmalade'] })
      expect(ids.sort()).toEqual([before, answer, after])
    })

    test('[REC6] but not neighbours that the filter excludes', async () => {
      const { ids } = await find({ terms: ['marmalade'], filter: { tags: ['told'] } })
      expect(ids.sort()).toEqual([answer, after])
    })

    const passOne: readonly [string, MemoryFilter][] = [
      ['session', { session: 'rare' }],
      ['project', { project: 'weaver', happenedTo: start - days(25) }],
      ['time', { happenedTo: start - days(25) }],
      ['tags', { tags: ['rare'] }],
      ['facets', { facets: { outcome: 'success' } }],
      ['all of them', { session: 'rare', project: 'weaver', tags: ['rare'], happenedTo: start, kinds: ['episode'] }],
    ]

    test.each(passOne)('[REC7] by words, a match behind 10,000 better ones that do not pass: %s', async (_, filter) => {
      expect(await find({ filter, terms: ['compass'], perRetriever: 1 })).toEqual({ total: 1, ids: [rare] })
    })

    test.each(passOne)(
      '[REC7] by meaning, a match behind 10,000 better ones that do not pass: %s',
      async (_, filter) => {
        const vectors = [await vectorOf('The compass points north.')]
        expect(await find({ filter, vectors, perRetriever: 1 })).toEqual({ total: 1, ids: [rare] })
      },
    )

    test.each(passOne)('[REC7] the newest among what passes: %s', async (_, filter) => {
      expect(await find({ filter, newest: 1 })).toEqual({ total: 1, ids: [rare] })
    })

    test('[REC7] each leg has as many as asked', async () => {
      const { ids } = await find({ filter: { session: 'crowd' }, terms: ['compass'], perRetriever: 20 })
      // Each may bring its two neighbours.
      expect(ids.length).toBeGreaterThanOrEqual(20)
      expect(ids.length).toBeLessThanOrEqual(60)
    })

    test('[REC12] a handle that is opened later sees the same, with what has changed since', async () => {
      const vector = await vectorOf('The compass points north.')
      const request = {
        ...retrieversOnly,
        filter: { session: 'crowd' },
        terms: ['compass'],
        vectors: [vector],
        exhaustiveUpTo: crowd,
      }
      /** Each candidate as a line: ten thousand of them are compared at once. */
      const lines = async (from: InspectedStore) => {
        const { candidates } = await from.findCandidates(request)
        return candidates.map((each) => `${each.id} ${JSON.stringify(plainCandidate(each, request))}`).sort()
      }
      const before = await lines(store)
      const picked = [7, 3_000, 9_990].map((number) => before[number]!.split(' ')[0]!) as [string, string, string]
      const other = { model: vector.model, values: Int8Array.from({ length: vector.values.length }, () => 9) }
      await store.commit({
        at: start,
        change: picked.map((id) => ({ id, version: 1, importance: 0.99, facets: { outcome: 'partial' } })),
        embed: [{ id: picked[0], vector: other }],
      })
      const after = await lines(store)
      const later = await lines(await stores.open(place))
      expect(after.filter((line, number) => line !== before[number])).toHaveLength(3)
      expect(later.length).toBe(crowd)
      expect(later.filter((line, number) => line !== after[number])).toEqual([])
    })

    test('[REC14] totals are exact at every size', async () => {
      const { total } = await find({
        filter: { session: 'crowd', happenedFrom: start + minutes(1), happenedTo: start + minutes(7_777) },
      })
      expect(total).toBe(7_777)
      const { total: listed } = await store.query({ session: 'crowd' }, { offset: 9_990, limit: 100 })
      expect(listed).toBe(crowd)
    })
  })
}
