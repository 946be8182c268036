import { describe, expect, test } from 'vitest'
import { plainSet } from '../../../support/candidates.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, anEdge, idOf, newMemories, start } from '../../../support/memories.js'
import { model, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, useStores, wholePage } from '../stores.js'

const german = 'Der Igel schläft im Winter unter dem Laubhaufen hinter unserem kleinen Haus am See.'
const french = 'Le hérisson dort en hiver sous un tas de feuilles derrière notre petite maison.'
const english = 'The hedgehog sleeps in winter under the heap of leaves behind our little house.'

export function describeLifetime(open: OpenStore): void {
  describe('languages', () => {
    const stores = useStores(open)

    test('[REC11] of the texts, the commonest first', async () => {
      const store = await stores.fresh()
      expect(await store.languages()).toEqual([])
      const texts = [german, french, german, english, german, french, 'ok', '🚀']
      await store.commit({ at: start, add: await newMemories(texts.map((text) => ({ text }))) })
      expect(await store.languages()).toEqual(['de', 'fr', 'en'])
    })
  })

  describe('stats', () => {
    const stores = useStores(open)

    test('[OPS1] of an empty store', async () => {
      const { engine, bytes, ...rest } = await (await stores.fresh()).stats()
      expect(engine).not.toBe('')
      expect(bytes).toBeGreaterThan(0)
      expect(rest).toEqual({ sessions: {}, edges: 0, vectors: {}, terms: 0 })
    })

    test('[OPS1] count what is current, every vector and every term', async () => {
      const store = await stores.fresh(
        await newMemories([
          { id: idOf(1), text: 'heron' },
          { id: idOf(2), text: 'heron pond', session: 'other' },
          { kind: 'note', text: 'pond', session: '__proto__' },
          { kind: 'entity', text: 'pond', vector: null },
          { text: 'pond', state: 'hidden' },
          { text: 'pond', validTo: start },
        ]),
      )
      await store.commit({
        at: start,
        connect: [
          anEdge({ source: idOf(1), target: idOf(2) }),
          anEdge({ source: idOf(2), target: idOf(1), validTo: start }),
        ],
        embed: [{ id: idOf(1), vector: { model: 'second', values: new Int8Array([1, 2]) } }],
      })
      const { sessions, edges, vectors, terms } = await store.stats()
      expect(Object.entries(sessions).sort()).toEqual([
        ['__proto__', 1],
        ['default', 2],
        ['other', 1],
      ])
      expect({ edges, vectors, terms }).toEqual({ edges: 1, vectors: { [model]: 5, second: 1 }, terms: 2 })
    })
  })

  /** All that a copy must hold too, whichever engine it is opened with. */
  async function content(store: InspectedStore) {
    const request = { ...anyCandidate, terms: ['heron'], vectors: [await vectorOf('heron')] }
    const { bytes: _, engine: __, ...stats } = await store.stats()
    const memories = await store.query({}, wholePage)
    return {
      stats,
      memories,
      before: await store.query({ knownAt: start }, wholePage),
      candidates: plainSet(await store.findCandidates(request), request),
      edges: await store.neighbours(idsOf(memories.memories)),
      changes: await store.changes(0, 10_000),
      languages: await store.languages(),
    }
  }

  async function someContent(store: InspectedStore): Promise<void> {
    await store.commit({
      at: start,
      add: await newMemories([
        { id: idOf(1), text: 'heron 🚀', answers: ['Where does the heron stand?', 'Which bird?'] },
        { id: idOf(2), text: german },
      ]),
      connect: [anEdge({ source: idOf(1), target: idOf(2) })],
    })
    await store.commit({ at: start + 1, change: [{ id: idOf(1), version: 1, tags: ['changed'], importance: 1 }] })
    await store.reinforce([{ id: idOf(2), at: start + 2, grade: 'easy' }], [])
  }

  describe('backup', () => {
    const stores = useStores(open)

    test('is a store with the same content', async () => {
      const store = await stores.fresh()
      await someContent(store)
      const copyPlace = stores.newPlace()
      await store.backup(copyPlace)
      const copy = await stores.open(copyPlace)
      expect(await content(copy)).toEqual(await content(store))
      await copy.commit({ at: start, add: [await aNewMemory({ text: 'only in the copy' })] })
      expect((await store.query({}, wholePage)).total).toBe(2)
      expect((await copy.query({}, wholePage)).total).toBe(3)
    })

    test('[COM11] taken while others write it holds whole batches, and all that was answered before', async () => {
      const [store, other] = await stores.pair()
      const batches = await Promise.all(
        Array.from({ length: 40 }, (_, number) => newMemories([1, 2, 3].map(() => ({ session: `batch-${number}` })))),
      )
      await store.commit({ at: start, add: batches[0] })
      const copyPlace = stores.newPlace()
      const commits = batches
        .slice(1)
        .map((add, number) => (number % 2 === 0 ? store : other).commit({ at: start, add }))
      const copied = store.backup(copyPlace)
      await Promise.all([...commits, copied])
      const copy = await stores.open(copyPlace)
      const { sessions } = await copy.stats()
      expect(sessions['batch-0']).toBe(3)
      expect(Object.values(sessions).every((count) => count === 3)).toBe(true)
      const vectors = [await vectorOf('garden')]
      const { total, candidates } = await copy.findCandidates({ ...anyCandidate, vectors })
      expect(total).toBe(Object.values(sessions).reduce((sum, count) => sum + count, 0))
      expect(candidates.every((each) => each.cosineWith(0) !== null)).toBe(true)
      expect((await copy.changes(0, 1_000)).length).toBe(total)
    })

    test('replaces an older one', async () => {
      const store = await stores.fresh()
      const copyPlace = stores.newPlace()
      await store.backup(copyPlace)
      await someContent(store)
      await store.backup(copyPlace)
      expect(await content(await stores.open(copyPlace))).toEqual(await content(store))
    })
  })

  describe('close', () => {
    const stores = useStores(open)

    test('[COM11] what was committed is there when it is opened again', async () => {
      const place = stores.newPlace()
      const store = await stores.open(place)
      await someContent(store)
      const before = await content(store)
      await store.close()
      expect(await content(await stores.open(place))).toEqual(before)
    })

    test('[COM11] finishes what is under way', async () => {
      const place = stores.newPlace()
      const store = await stores.open(place)
      const add = await newMemories(Array.from({ length: 30 }, (_, number) => ({ id: idOf(number) })))
      const commits = add.map((each) => store.commit({ at: start, add: [each] }))
      const used = store.reinforce([{ id: idOf(29), at: start + 1, grade: 'easy' }], [])
      await store.close()
      await Promise.all([...commits, used])
      const again = await stores.open(place)
      expect((await again.query({}, wholePage)).total).toBe(30)
      expect((await again.get([idOf(29)]))[0]!.strength.uses).toBe(2)
    })

    test('[COM11] calls that arrive meanwhile are done or refused', async () => {
      for (let round = 0; round < 3; round++) {
        const place = stores.newPlace()
        const store = await stores.open(place)
        await store.commit({ at: start, add: [await aNewMemory()] })
        await store.query({}, wholePage)
        const late = await newMemories(Array.from({ length: 8 }, (_, number) => ({ id: idOf(number) })))
        const closing = store.close()
        const reads = late.map(() => store.query({}, wholePage))
        const writes = late.map((each) => store.commit({ at: start, add: [each] }))
        await closing
        await Promise.allSettled(reads)
        const done = (await Promise.allSettled(writes)).filter(({ status }) => status === 'fulfilled')
        expect((await (await stores.open(place)).query({}, wholePage)).total).toBe(1 + done.length)
      }
    })

    test('can be asked for twice, and before anything else', async () => {
      const unused = await stores.open(stores.newPlace())
      await unused.close()
      await unused.close()
      const used = await stores.fresh([await aNewMemory()])
      await used.query({}, wholePage)
      await Promise.all([used.close(), used.close()])
      await used.close()
    })

    test('does not end another handle on the same store', async () => {
      const [one, other] = await stores.pair()
      await one.commit({ at: start, add: [await aNewMemory()] })
      await other.query({}, wholePage)
      await one.close()
      await other.commit({ at: start, add: [await aNewMemory()] })
      expect((await other.query({}, wholePage)).total).toBe(2)
    })
  })
}
