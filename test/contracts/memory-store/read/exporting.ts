import { describe, expect, test } from 'vitest'
import type { ExportedMemory } from '#ww/memory/import-export/exported-memory.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import type { Scope } from '#ww/ports/store/filter.js'
import { aNewMemory, anEdge, hours, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { type OpenStore, useStores } from '../stores.js'

export async function exported(store: MemoryStore, scope: Scope = {}): Promise<ExportedMemory[]> {
  const all: ExportedMemory[] = []
  for await (const { memories } of store.exportAll(scope)) all.push(...memories)
  return all
}

const exportedIds = async (...args: Parameters<typeof exported>) =>
  (await exported(...args)).map(({ memory }) => memory.id)

/** On one connection, whoever holds a moment keeps all others waiting: there nobody can write meanwhile. */
export function describeExporting(open: OpenStore, isOneConnection: boolean): void {
  describe('an export', () => {
    const stores = useStores(open)

    test('[GWT13] has every kind and state, closed ones too, whole and in the order of writing', async () => {
      const given = await newMemories([
        { id: idOf(9, 'note'), kind: 'note', text: 'Last by its id.' },
        { id: idOf(1, 'entity'), kind: 'entity', validTo: start + hours(1), tags: ['a', 'b'], facets: { name: 'x' } },
        { id: idOf(2, 'procedure'), kind: 'procedure', state: 'retired', summary: 'short' },
        { id: idOf(3, 'lesson'), kind: 'lesson', state: 'hidden', source: 'consolidation' },
        { id: idOf(4), happenedAt: start - hours(9), recordedAt: start, importance: 0.123 },
      ])
      const store = await stores.fresh(given)
      await store.reinforce([{ id: idOf(4), at: start + hours(30), grade: 'good' }], [])
      const found = await exported(store)
      expect(found.map(({ memory }) => memory)).toEqual(await store.get(given.map(({ memory }) => memory.id)))
      expect(found.at(-1)!.memory.strength.uses).toBe(2)
    })

    test('[GWT13] comes page by page, each with the total, however many there are', async () => {
      const ids = Array.from({ length: 300 }, (_, number) => idOf(number))
      const store = await stores.fresh(await newMemories(ids.map((id) => ({ id }))))
      const found: string[] = []
      let pages = 0
      for await (const { total, memories } of store.exportAll({})) {
        expect(total).toBe(300)
        expect(memories.length).toBeLessThan(300)
        found.push(...memories.map(({ memory }) => memory.id))
        pages++
      }
      expect(found).toEqual(ids)
      expect(pages).toBeGreaterThan(1)
      expect(await exportedIds(await stores.fresh())).toEqual([])
    })

    test('[GWT13] tells what each memory was before it changed', async () => {
      const first = { importance: 0.5, tags: ['new'], facets: { outcome: 'neutral' } }
      const store = await stores.fresh([await aNewMemory({ id: idOf(1), ...first }), await aNewMemory({ id: idOf(2) })])
      await store.commit({ at: start + 5, change: [{ id: idOf(1), version: 1, importance: 0.9, tags: [] }] })
      await store.commit({
        at: start + 9,
        change: [{ id: idOf(1), version: 2, state: 'hidden', validTo: start + 7, facets: {} }],
      })
      const [changed, other] = await exported(store)
      expect(changed!.versions).toEqual([
        { version: 1, endedAt: start + 5, state: 'active', validTo: null, ...first, origin: null },
        {
          ...first,
          version: 2,
          endedAt: start + 9,
          state: 'active',
          validTo: null,
          importance: 0.9,
          tags: [],
          origin: null,
        },
      ])
      expect(changed!.memory).toMatchObject({ version: 3, state: 'hidden', validTo: start + 7, facets: {} })
      expect(other!.versions).toEqual([])
    })

    test('[GWT13] tells of an edge where both ends are known, open or closed', async () => {
      const [a, b, c] = [idOf(3), idOf(2, 'entity'), idOf(1, 'note')] as const
      const store = await stores.fresh(
        await newMemories([{ id: a }, { id: b, kind: 'entity' }, { id: c, kind: 'note' }]),
      )
      const forward = anEdge({ source: a, target: b, weight: 0.25, coactivations: 3, coactivatedAt: start + 1 })
      const back = anEdge({ source: c, target: a, type: 'DERIVED_FROM' })
      const closed = anEdge({ source: b, target: c, validTo: start + 5 })
      const never = anEdge({ source: b, target: c, type: 'USES', validTo: start })
      await store.commit({ at: start, connect: [forward, back, closed, never] })
      const [ofA, ofB, ofC] = await exported(store)
      expect([ofA!.edges, ofB!.edges]).toEqual([[], [forward]])
      expect(ofC!.edges).toHaveLength(2)
      expect(ofC!.edges).toEqual(expect.arrayContaining([back, closed]))
      expect(ofA!.laterEdges).toEqual(expect.arrayContaining([forward, back]))
      expect([ofA!.laterEdges.length, ofB!.laterEdges, ofC!.laterEdges]).toEqual([2, [closed], []])
    })

    test('[REC6] names each scene by the memory that was written first in it', async () => {
      const at = (number: number, minute: number, rest = {}) => ({
        id: idOf(number),
        happenedAt: start + minutes(minute),
        ...rest,
      })
      const given = [at(5, 10), at(4, 0), at(3, 20), at(2, 90), at(1, 5), at(6, 95), at(7, 0, { joinsScene: false })]
      const found = await exported(await stores.fresh(await newMemories(given)))
      const numberOf = (scene: string | null) => (scene === null ? null : Number(scene.at(-1)))
      expect(found.map(({ scene }) => numberOf(scene))).toEqual([5, 4, 5, 2, 4, 2, null])
    })

    test('[COM3] [COM13] is of a session, or of a project and what has none, and names nothing outside', async () => {
      const homes = [
        { session: 'mine', project: null },
        { session: 'mine', project: 'weaver' },
        { session: 'other', project: 'weaver' },
        { session: 'other', project: 'loom' },
      ]
      const ids = homes.map((_, number) => idOf(number))
      const store = await stores.fresh(await newMemories(homes.map((home, number) => ({ id: ids[number]!, ...home }))))
      const pairs = ids.flatMap((source) =>
        ids.filter((target) => target > source).map((target) => ({ source, target })),
      )
      await store.commit({ at: start, connect: pairs.map(anEdge) })
      const seen = async (scope: Scope) => {
        const found = await exported(store, scope)
        const own = found.map(({ memory }) => memory.id)
        const isWithin = ({ source, target }: { source: string; target: string }) =>
          own.includes(source) && own.includes(target)
        expect(found.flatMap(({ edges }) => edges).length).toBe(pairs.filter(isWithin).length)
        expect(found.flatMap(({ laterEdges }) => laterEdges).every(isWithin)).toBe(true)
        return own.map((id) => ids.indexOf(id))
      }
      expect(await seen({})).toEqual([0, 1, 2, 3])
      expect(await seen({ session: 'mine' })).toEqual([0, 1])
      expect(await seen({ project: 'weaver' })).toEqual([0, 1, 2])
      expect(await seen({ project: 'unknown' })).toEqual([0])
      expect(await seen({ session: 'other', project: 'loom' })).toEqual([3])
      expect(await seen({ session: 'unknown' })).toEqual([])
    })

    const meanwhile = async () => {
      const [store, other] = await stores.pair()
      const ids = Array.from({ length: 200 }, (_, number) => idOf(number))
      await store!.commit({ at: start, add: await newMemories(ids.map((id) => ({ id }))) })
      const found: ExportedMemory[] = []
      for await (const { memories } of store!.exportAll({})) {
        if (found.length === 0) {
          await other!.commit({
            at: start + 1,
            add: [await aNewMemory({ id: idOf(999) })],
            change: [{ id: ids.at(-1)!, version: 1, state: 'hidden' }],
            connect: [anEdge({ source: ids[0]!, target: ids.at(-1)! })],
          })
          expect((await store!.get([idOf(999)]))[0]).toBeDefined()
        }
        found.push(...memories)
      }
      expect(found.map(({ memory }) => memory.id)).toEqual(ids)
      expect(found.at(-1)).toMatchObject({ memory: { state: 'active' }, versions: [], edges: [] })
      expect(await exportedIds(store!)).toHaveLength(201)
    }
    if (!isOneConnection) test('is of one moment, whatever is written and read meanwhile', meanwhile)

    test('can be left in the middle, and several run at once', async () => {
      const store = await stores.fresh(await newMemories(Array.from({ length: 150 }, () => ({}))))
      for await (const { memories } of store.exportAll({})) {
        expect(memories.length).toBeGreaterThan(0)
        break
      }
      const all = await Promise.all([exported(store), exported(store)])
      expect(all.map((found) => found.length)).toEqual([150, 150])
    })

    test('[OPS4] holds on to nothing when it has ended, or was left', async () => {
      const ids = Array.from({ length: 150 }, (_, number) => idOf(number))
      const store = await stores.fresh(await newMemories(ids.map((id) => ({ id }))))
      await exported(store)
      for await (const _ of store.exportAll({})) break
      // Refused while anybody still reads what is to be erased.
      expect(await store.erase({ at: start, ids })).toEqual([])
      expect(await exportedIds(store)).toEqual([])
    })
  })
}
