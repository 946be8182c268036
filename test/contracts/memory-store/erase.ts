import { describe, expect, test } from 'vitest'
import { derivedFrom } from '#ww/memory/semantic/links.js'
import { type MemoryStore, type NewMemory, StoreConflict } from '#ww/ports/memory-store.js'
import { plainCandidate, plainSet } from '../../support/candidates.js'
import { aNewMemory, anEdge, hours, idOf, minutes, newMemories, start } from '../../support/memories.js'
import { indexOf, model, vectorOf } from '../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, queryIds, useStores, wholePage } from './stores.js'

const german = 'Der Igel schläft im Winter unter dem Laubhaufen hinter unserem kleinen Haus am See.'
const english = 'The hedgehog sleeps in winter under the heap of leaves behind our little house.'

const secret = idOf(7)

/** All in one scene but for the last; the secret one is the only one of its words, session, project and language. */
async function aWorld(): Promise<NewMemory[]> {
  const speaker = async (name: string) => ({ ...(await indexOf('Zerberus barked')), speaker: name })
  return newMemories([
    { id: idOf(1), text: english, happenedAt: start, tags: ['kept'] },
    { id: idOf(2), text: 'heron pond', happenedAt: start + minutes(1) },
    { id: idOf(3), text: 'heron', kind: 'entity', facets: { name: 'heron' }, vector: null },
    {
      id: secret,
      text: german,
      session: 'secret-session',
      project: 'secret-project',
      tags: ['kept', 'secret-tag'],
      facets: { name: 'secret facet' },
      happenedAt: start + minutes(2),
    },
    { id: idOf(8), text: 'Zerberus barked', index: await speaker('cerberus'), happenedAt: start + minutes(2) },
    { id: idOf(4), text: 'pond', happenedAt: start + minutes(3) },
    { id: idOf(5), text: 'heron', happenedAt: start + hours(5), state: 'hidden' },
  ])
}

/** All that a store tells, whoever asks. Scenes have numbers of their own; who is with whom is what counts. */
async function told(store: MemoryStore) {
  const terms = ['heron', 'pond', 'hedgehog', 'igel', 'zerberus', 'barked']
  const request = { ...anyCandidate, terms, vector: await vectorOf('heron') }
  const { bytes: _, engine: __, ...stats } = await store.stats()
  const everything = await store.query({ includeClosed: true }, wholePage)
  const found = plainSet(await store.findCandidates(request), terms)
  const ids = idsOf(everything.memories)
  return {
    stats,
    memories: everything.memories.map(({ scene: _, ...memory }) => memory),
    scenes: ids.map((_, index) =>
      everything.memories.findIndex(({ scene }) => scene !== null && scene === everything.memories[index]!.scene),
    ),
    candidates: found.candidates.map(({ scene: _, ...candidate }) => candidate).sort((a, b) => (a.id < b.id ? -1 : 1)),
    statistics: found.statistics,
    total: found.total,
    tagged: await queryIds(store, { tags: ['kept'] }, wholePage),
    known: await queryIds(store, { knownAt: start + hours(1) }, wholePage),
    languages: await store.languages(),
    unembedded: await store.unembedded(model, 100),
    edges: await store.neighbours(ids, undefined, 'ever'),
    nearest: await store.nearest({ to: ids, model, filter: {}, most: 10, minCosine: -1 }),
    associations: await store.associations(ids, ids),
  }
}

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
      await store.commit({ at: start, bookmarks: Object.fromEntries(names.map((name) => [name, { revision: 1 }])) })
      const replacement = await aNewMemory({ id: secret, text: 'pond', session: 'secret-session' })
      await store.erase({ at: start, ids: [secret], replaceWith: { add: [replacement] } })
      expect(Object.keys(await store.bookmarks(names))).toEqual([names[0]])
      expect(await queryIds(store, { session: 'secret-session' }, wholePage)).toEqual([secret])
      await store.erase({ at: start, ids: [secret] })
      expect(await store.bookmarks(names)).toEqual({})
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
      const before = await told(store)
      await expect(
        store.erase({ at: start, ids: [secret], replaceWith: { add: [replacement, taken] } }),
      ).rejects.toThrow()
      expect(await told(store)).toEqual(before)
      await store.erase({
        at: start,
        ids: [secret],
        replaceWith: { add: [replacement], bookmarks: { mind: { revision: 1 } } },
      })
      for (const each of [store, other]) {
        expect(await each.get([secret])).toMatchObject([{ text: 'The hedgehog is elsewhere.', version: 1 }])
        expect(await each.bookmarks(['mind'])).toEqual({ mind: { revision: 1 } })
      }
      // Counted as if it had always been that one.
      const fresh = await stores.fresh([...(await aWorld()).filter(({ memory: { id } }) => id !== secret), replacement])
      expect((await told(store)).statistics).toEqual((await told(fresh)).statistics)
    })

    test('[OPS4] leaves the store as if they had never been, also for who opens it anew', async () => {
      const world = await aWorld()
      const place = stores.newPlace()
      const store = await stores.open(place)
      for (const each of world) await store.commit({ at: start, add: [each] })
      await told(store)
      await store.erase({ at: start, ids: [secret, idOf(8)] })
      const without = await stores.fresh(world.filter(({ memory: { id } }) => id !== secret && id !== idOf(8)))
      const expected = await told(without)
      expect(expected.memories).toHaveLength(5)
      expect(await told(store)).toEqual(expected)
      await store.close()
      expect(await told(await stores.open(place))).toEqual(expected)
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
      await told(store)
      await store.erase({ at: start, ids: idsOf((await aWorld()).map(({ memory }) => memory)) })
      expect(await told(store)).toEqual(await told(await stores.fresh()))
      await store.commit({ at: start, add: await aWorld() })
      expect((await store.query({}, wholePage)).total).toBe(6)
    })

    describe('what stays', () => {
      const derived = async (store: MemoryStore) =>
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
        const before = await told(store)
        const late = [{ id: idOf(1), version: 2, facets: {} }]
        await expect(store.erase({ at: start, ids: [idOf(2)], change: late })).rejects.toBeInstanceOf(StoreConflict)
        expect(await told(store)).toEqual(before)
      })

      test('[SEM6] what the caller did not know to be derived from it is a conflict', async () => {
        const store = await stores.fresh(await aWorld())
        await derived(store)
        const before = await told(store)
        await expect(store.erase({ at: start, ids: [idOf(2)] })).rejects.toBeInstanceOf(StoreConflict)
        expect(await told(store)).toEqual(before)
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
      const ordersIn = async (store: MemoryStore, scene: number) =>
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

    describe('by another handle', () => {
      test('[OPS4] is seen by the next read', async () => {
        const [one, other] = await stores.pair()
        await one.commit({ at: start, add: await aWorld() })
        await told(one)
        await told(other)
        await one.erase({ at: start, ids: [secret, idOf(8)] })
        // A handle may take the languages as read for a moment.
        const { languages: _, ...expected } = await told(one)
        expect(idsOf(expected.candidates)).toEqual([1, 2, 3, 4].map((number) => idOf(number)))
        expect(await told(other)).toMatchObject(expected)
      })

      test('a word or name that a handle remembers is not mistaken for one that came in its place', async () => {
        const [one, other] = await stores.pair()
        const told = (text: string, session: string, speaker: string) => async (store: MemoryStore, number: number) => {
          const index = { ...(await indexOf(text)), speaker }
          await store.commit({ at: start, add: [await aNewMemory({ id: idOf(number), text, session, index })] })
        }
        const [heron, stork] = [told('heron', 'pond', 'anna'), told('stork', 'roof', 'bert')]
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
          const seen = candidates.map((each) => plainCandidate(each, terms))
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
        const tell = async (store: MemoryStore) => {
          const { statistics, total } = await store.findCandidates({ ...anyCandidate, terms })
          return { statistics, total, ids: await queryIds(store, {}, wholePage) }
        }
        for (const store of [one, other]) expect(await tell(store)).toEqual(await tell(expected))
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
        const expected = await told(store)
        expect(await told(await stores.open(first))).toEqual(expected)
        expect((await (await stores.open(before)).query({}, wholePage)).total).toBe(2)
        expect(await told(await stores.open(second))).toEqual(expected)
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
      const tell = async (from: MemoryStore) => {
        const { total, candidates, statistics } = await from.findCandidates({ ...request, perLeg: 20 })
        return { total, statistics, ids: idsOf(candidates).sort(), sessions: (await from.stats()).sessions }
      }
      await tell(store)
      const isErased = ({ memory: { id } }: NewMemory) => Number(id.slice(-1)) % 2 === 0
      await store.erase({ at: start, ids: all.filter(isErased).map(({ memory: { id } }) => id) })
      const expected = await tell(await stores.fresh(all.filter((each) => !isErased(each))))
      expect(await tell(store)).toEqual(expected)
      await store.close()
      const again = await stores.open(place)
      expect(await tell(again)).toEqual(expected)
      await again.commit({ at: start, add: [await aNewMemory({ id: idOf(count + 1), text: 'heron w3' })] })
      expect((await tell(again)).total).toBe(expected.total + 1)
    })
  })
}
