import { describe, expect, test } from 'vitest'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { StoreConflict } from '#ww/ports/store/errors.js'
import { aNewMemory, anEdge, idOf, newMemories, start } from '../../../support/memories.js'
import { model, vectorOf } from '../../../support/text-analysis.js'
import { type OpenStore, queryIds, rankIds, useStores, wholePage } from '../stores.js'

const priced = { records: [{ label: null, fields: [['price', '4'] as const] }], triples: [] }

const counted = async (store: MemoryStore) => {
  const { files: _, isInPlace: __, ...counts } = await store.condition(model)
  return counts
}

/** Everything that this process would answer a search from. */
const searched = async (store: MemoryStore) => ({
  found: await rankIds(store, 'heron'),
  near: await store.nearest({ to: [idOf(1)], model, filter: {}, most: 9, minCosine: -1 }),
  ids: await queryIds(store, { includeClosed: true }, wholePage),
})

export function describeCondition(open: OpenStore): void {
  describe('tally', () => {
    const stores = useStores(open)

    test('[GWT16] counts all in scope, of every kind, source and state', async () => {
      const store = await stores.fresh(
        await newMemories([
          { kind: 'note', source: 'workspace', project: 'here' },
          { kind: 'note', source: '__proto__', state: 'hidden', project: 'here' },
          { source: 'workspace', session: 'other', validTo: start + 1, project: 'there' },
        ]),
      )
      expect(await store.tally({})).toMatchObject({ total: 3, kinds: { note: 2, episode: 1 } })
      expect(Object.entries((await store.tally({})).sources).sort()).toEqual([
        ['__proto__', 1],
        ['workspace', 2],
      ])
      const other = { total: 1, kinds: { episode: 1 }, sources: { workspace: 1 } }
      expect(await store.tally({ session: 'other' })).toEqual(other)
      expect(await store.tally({ project: 'there' })).toEqual(other)
      expect(await store.tally({ session: 'nobody' })).toEqual({ total: 0, kinds: {}, sources: {} })
    })
  })

  describe('load', () => {
    const stores = useStores(open)

    test('counts the memories of each kind and what waits, and follows what is erased', async () => {
      const store = await stores.fresh(await newMemories([{ id: idOf(1) }, { id: idOf(2), kind: 'note' }]))
      const load = await store.load()
      expect(load).toMatchObject({
        kinds: { episode: 1, note: 1 },
        cachedMemories: 2,
        waiting: { reads: 0, writes: 0 },
      })
      expect(load.bytes).toBeGreaterThan(0)
      await store.erase({ at: start, ids: [idOf(2)] })
      expect((await store.load()).kinds).toEqual({ episode: 1 })
    })
  })

  describe('condition', () => {
    const stores = useStores(open)

    test('[GWT17] of an empty store, whose files are there', async () => {
      const { files, isInPlace, ...counts } = await (await stores.fresh()).condition(model)
      expect(isInPlace).toBe(true)
      expect(Object.values(files).reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(0)
      expect(Object.values(counts)).toEqual(Object.values(counts).map(() => 0))
    })

    test('[GWT16] [GWT17] tells stored from held, and follows what any process writes and erases', async () => {
      const [store, other] = await stores.pair()
      await store.commit({
        at: start,
        add: await newMemories([
          { id: idOf(1), text: 'heron', structure: priced },
          // Without meaning: its vector is zero, and counts.
          { id: idOf(2), text: '…' },
          { id: idOf(3), vector: null, structure: priced },
        ]),
      })
      const held = { cachedMemories: 3, cachedVectors: 2, memories: 3, inWords: 3, inVectors: 2, inStructures: 2 }
      expect(await counted(other)).toMatchObject({ ...held, restoredMemories: 3 })
      await store.commit({
        at: start,
        change: [{ id: idOf(3), version: 1, validTo: start + 1 }],
        add: [await aNewMemory({ id: idOf(4) })],
        embed: [{ id: idOf(3), vector: (await vectorOf('pond'))! }],
      })
      await store.erase({ at: start, ids: [idOf(2)] })
      const after = { cachedMemories: 3, cachedVectors: 3, memories: 3, inWords: 3, inVectors: 3, inStructures: 1 }
      const { seq, cachedSeq, ...rest } = await counted(other)
      expect(rest).toEqual({ ...after, restoredMemories: 3 })
      expect([seq, cachedSeq]).toEqual(Array(2).fill(await store.newestSeq()))
    })

    test('[GWT17] a model that has embedded nothing has no vectors', async () => {
      const store = await stores.fresh(await newMemories([{}, {}]))
      await searched(store)
      expect(await store.condition('another model')).toMatchObject({ memories: 2, inVectors: 0, cachedVectors: 0 })
    })
  })

  describe('reload', () => {
    const stores = useStores(open)

    test('[GWT15] tells what was held, and changes no answer', async () => {
      const store = await stores.fresh(
        await newMemories([
          { id: idOf(1), text: 'heron' },
          { id: idOf(2), text: 'heron pond', state: 'hidden' },
          { id: idOf(3), text: 'pond', session: 'other' },
        ]),
      )
      await store.erase({ at: start, ids: [idOf(3)] })
      const before = await searched(store)
      expect(await store.reload()).toBe(2)
      expect(await searched(store)).toEqual(before)
      await store.commit({ at: start, add: [await aNewMemory({ id: idOf(4), text: 'heron' })] })
      expect((await searched(store)).ids).toContain(idOf(4))
      expect(await store.reload()).toBe(3)
    })
  })

  describe('an erasure that expects a number of the change log', () => {
    const stores = useStores(open)

    test('[GWT15] goes on when others write elsewhere', async () => {
      const [store, other] = await stores.pair()
      await store.commit({ at: start, add: await newMemories([{ id: idOf(1) }, { id: idOf(2) }]) })
      const expectSeq = await store.newestSeq()
      await other.commit({ at: start, add: await newMemories([{ id: idOf(3) }]) })
      await other.commit({ at: start, connect: [anEdge({ source: idOf(2), target: idOf(3) })] })
      await store.erase({ at: start, ids: [idOf(1)], expectSeq })
      expect(await queryIds(store, {}, wholePage)).toEqual(expect.arrayContaining([idOf(2), idOf(3)]))
      expect(await queryIds(store, {}, wholePage)).toHaveLength(2)
    })

    test.each([
      ['changed', { change: [{ id: idOf(1), version: 1, tags: ['new'] }] }],
      ['connected', { connect: [anEdge({ source: idOf(1), target: idOf(2) })] }],
      ['connected from elsewhere', { connect: [anEdge({ source: idOf(2), target: idOf(1) })] }],
    ])('[GWT15] is refused when what goes was %s since', async (_, batch) => {
      const [store, other] = await stores.pair()
      await store.commit({ at: start, add: await newMemories([{ id: idOf(1) }, { id: idOf(2) }]) })
      const expectSeq = await store.newestSeq()
      await other.commit({ at: start, ...batch })
      await expect(store.erase({ at: start, ids: [idOf(1)], expectSeq })).rejects.toThrow(StoreConflict)
    })

    test('[GWT15] is refused when anything was erased since', async () => {
      const [store, other] = await stores.pair()
      await store.commit({ at: start, add: await newMemories([{ id: idOf(1) }, { id: idOf(2) }]) })
      const expectSeq = await store.newestSeq()
      await other.erase({ at: start, ids: [idOf(2)] })
      await expect(store.erase({ at: start, ids: [idOf(1)], expectSeq })).rejects.toThrow(StoreConflict)
      expect(await queryIds(store, {}, wholePage)).toHaveLength(1)
      await store.erase({ at: start, ids: [idOf(1)], expectSeq: await store.newestSeq() })
      expect(await queryIds(store, {}, wholePage)).toEqual([])
    })
  })
}
