import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { State } from '#ww/memory/memory.js'
import type { MemoryFilter } from '#ww/ports/store/filter.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { anyCandidate, idsOf, type OpenStore, queryIds, useStores, wholePage } from '../stores.js'

export function describeQuery(open: OpenStore): void {
  describe('query', () => {
    const stores = useStores(open)

    test('of an empty store finds nothing', async () => {
      const store = await stores.fresh()
      expect(await store.query({}, wholePage)).toEqual({ total: 0, memories: [] })
    })

    test('[COM9] newest first by T_ref, whatever the order of writing; equals by id', async () => {
      const moments = [
        [4, 10],
        [2, 30],
        [5, 20],
        [3, 20],
        [1, 20],
      ] as const
      const store = await stores.fresh(
        await newMemories(moments.map(([number, later]) => ({ id: idOf(number), happenedAt: start + minutes(later) }))),
      )
      expect(await queryIds(store, {}, wholePage)).toEqual([2, 1, 3, 5, 4].map((number) => idOf(number)))
    })

    test('[COM9] the total does not depend on the page', async () => {
      const store = await stores.fresh(await newMemories(Array.from({ length: 7 }, () => ({}))))
      for (const page of [
        { offset: 0, limit: 0 },
        { offset: 0, limit: 3 },
        { offset: 5, limit: 5 },
        { offset: 99, limit: 1 },
      ]) {
        const { total, memories } = await store.query({}, page)
        expect(total).toBe(7)
        expect(memories.length).toBe(Math.min(page.limit, Math.max(0, 7 - page.offset)))
      }
    })

    test('`except` leaves out ids, and the total with them', async () => {
      const store = await stores.fresh(
        await newMemories([1, 2, 3, 4, 5].map((number) => ({ id: idOf(number), session: number === 5 ? 'b' : 'a' }))),
      )
      const found = await store.query({ session: 'a' }, { offset: 1, limit: 2 }, [idOf(2), idOf(5), idOf(9)])
      expect(found.total).toBe(3)
      expect(idsOf(found.memories)).toEqual([idOf(3), idOf(4)])
    })

    test('[EPI5] what was recorded later is not known, although it happened before', async () => {
      const store = await stores.fresh(
        await newMemories([
          { id: idOf(1), happenedAt: start, recordedAt: start },
          { id: idOf(2), happenedAt: start - minutes(5), recordedAt: start + minutes(10) },
        ]),
      )
      const at = (knownAt: number) => queryIds(store, { knownAt, happenedTo: start }, wholePage)
      expect(await at(start - 1)).toEqual([])
      expect(await at(start + minutes(10) - 1)).toEqual([idOf(1)])
      expect(await at(start + minutes(10))).toEqual([idOf(1), idOf(2)])
    })

    test('[EPI5] what holds from later on, or was over by then, is not among what was true', async () => {
      const [from, to] = [start + minutes(10), start + minutes(20)]
      const store = await stores.fresh(
        await newMemories([{ id: idOf(1), kind: 'entity', recordedAt: start, validFrom: from, validTo: to }]),
      )
      const at = (knownAt: number) => queryIds(store, { knownAt }, wholePage)
      expect(await at(from - 1)).toEqual([])
      expect(await at(from)).toEqual([idOf(1)])
      expect(await at(to - 1)).toEqual([idOf(1)])
      expect(await at(to)).toEqual([])
    })

    test('[EPI5] the legs look at what was known, too', async () => {
      const store = await stores.fresh(
        await newMemories([1, 2, 3].map((number) => ({ id: idOf(number), happenedAt: start + number, tags: ['old'] }))),
      )
      const change = { id: idOf(2), version: 1, tags: [], state: 'hidden' as const }
      await store.commit({ at: start + minutes(1), change: [change] })
      const find = async (filter: MemoryFilter) => {
        const request = {
          ...anyCandidate,
          perRetriever: 0,
          newest: 1,
          exhaustiveUpTo: 0,
          filter: { tags: ['old'], ...filter },
        }
        const { total, candidates } = await store.findCandidates(request)
        return { total, newest: idsOf(candidates).sort().at(-1) }
      }
      expect(await find({})).toEqual({ total: 2, newest: idOf(3) })
      expect(await find({ knownAt: start + 2 })).toEqual({ total: 2, newest: idOf(2) })
      expect(await find({ knownAt: start + minutes(1) })).toEqual({ total: 2, newest: idOf(3) })
    })

    test('[COM3] [COM13] sessions are those with a memory in sight, the one with the newest first', async () => {
      const store = await stores.fresh(
        await newMemories([
          { session: 'old', happenedAt: start },
          { session: 'b', happenedAt: start + minutes(1) },
          { session: 'a', happenedAt: start + minutes(1), kind: 'note' },
          { session: 'new', happenedAt: start + minutes(2), project: 'p' },
          { session: 'old', happenedAt: start - minutes(9), project: 'q' },
          { session: 'hidden', state: 'hidden' },
        ]),
      )
      expect(await store.sessions({})).toEqual(['new', 'a', 'b', 'old'])
      expect(await store.sessions({ project: 'q', kinds: ['episode'] })).toEqual(['b', 'old'])
      expect(await store.sessions({ session: 'b' })).toEqual(['b'])
      expect(await store.sessions({ session: 'nobody' })).toEqual([])
    })

    describe('properties', () => {
      let store: InspectedStore
      let runs = 0
      /** Each run has a session of its own in the same store, so that it need not open one. */
      const nextSession = () => `run-${++runs}`
      beforeAll(async () => {
        store = await stores.fresh()
      })

      test('[COM9] pages neither overlap nor skip', async () => {
        const moments = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 30 })
        await fc.assert(
          fc.asyncProperty(moments, fc.integer({ min: 1, max: 12 }), fc.nat(5), async (later, limit, leftOut) => {
            const session = nextSession()
            const add = await newMemories(later.map((each) => ({ session, happenedAt: start + minutes(each) })))
            await store.commit({ at: start, add })
            const except = add.slice(0, leftOut).map(({ memory }) => memory.id)
            const expected = add
              .slice(leftOut)
              .map(({ memory }) => memory)
              .sort((a, b) => b.happenedAt - a.happenedAt || (a.id < b.id ? -1 : 1))
            const walked: string[] = []
            for (let offset = 0; offset < later.length; offset += limit) {
              const { total, memories } = await store.query({ session }, { offset, limit }, except)
              expect(total).toBe(expected.length)
              walked.push(...idsOf(memories))
            }
            expect(walked).toEqual(idsOf(expected))
          }),
          { numRuns: 40 },
        )
      })

      // Thousands of calls, one after the other: on a busy server they take their time.
      test('[EPI5] what is known at a moment is what was answered then', { timeout: 120_000 }, async () => {
        const step = fc.record({
          which: fc.nat(5),
          importance: fc.option(fc.constantFrom(0, 0.25, 1), { nil: undefined }),
          tags: fc.option(fc.subarray(['a', 'b', 'c']), { nil: undefined }),
          step: fc.option(fc.nat(2), { nil: undefined }),
          state: fc.option(fc.constantFrom<State>('active', 'hidden', 'retired'), { nil: undefined }),
          closes: fc.option(fc.boolean(), { nil: undefined }),
          addsFirst: fc.boolean(),
        })
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
            const session = nextSession()
            const filters: MemoryFilter[] = [{ session }, { session, tags: ['a'] }, { session, facets: { step: 1 } }]
            const versions = new Map<string, number>()
            const answers: { at: number; filter: MemoryFilter; answer: unknown }[] = []
            for (const [index, { which, addsFirst, closes, step, ...change }] of steps.entries()) {
              const at = start + minutes(index * 10)
              const add = await newMemories(addsFirst || index === 0 ? [{ session, happenedAt: at, tags: ['a'] }] : [])
              for (const { memory } of add) versions.set(memory.id, 1)
              const id = [...versions.keys()][which % versions.size]!
              const validTo = closes === undefined ? undefined : closes ? at : null
              const facets = step === undefined ? undefined : { step }
              const changed = { id, version: versions.get(id)!, validTo, facets, ...change }
              // A batch changes before it adds: what it adds is changed by the next.
              const isNew = add.some(({ memory }) => memory.id === id)
              if (isNew) await store.commit({ at, add })
              await store.commit({ at, add: isNew ? [] : add, change: [changed] })
              versions.set(id, versions.get(id)! + 1)
              for (const filter of filters) answers.push({ at, filter, answer: await store.query(filter, wholePage) })
            }
            for (const { at, filter, answer } of answers) {
              for (const knownAt of [at, at + minutes(9)]) {
                const found = await store.query({ ...filter, knownAt }, wholePage)
                expect(found).toEqual(answer)
                const candidates = await store.findCandidates({ ...anyCandidate, filter: { ...filter, knownAt } })
                expect(candidates.total).toBe(found.total)
                expect(idsOf(candidates.candidates).sort()).toEqual(idsOf(found.memories).sort())
              }
            }
          }),
          { numRuns: 40 },
        )
      })
    })
  })
}
