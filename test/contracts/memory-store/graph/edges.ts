import { beforeAll, describe, expect, test } from 'vitest'
import type { Edge } from '#ww/memory/memory.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { anEdge, days, hours, idOf, newMemories, start } from '../../../support/memories.js'
import { type OpenStore, useStores } from '../stores.js'

const kinds = ['episode', 'entity', 'procedure', 'note', 'lesson'] as const
/** One of each kind: an edge joins any two. */
const [a, b, c, d, e] = kinds.map((kind, number) => idOf(number, kind)) as [string, string, string, string, string]

export function describeEdges(open: OpenStore): void {
  describe('edges', () => {
    const stores = useStores(open)
    const storeOfFive = async () =>
      stores.fresh(await newMemories(kinds.map((kind, number) => ({ kind, id: idOf(number, kind) }))))

    describe('neighbours', () => {
      const edges = [
        anEdge({ source: a, target: b, type: 'USES', weight: 0.25, coactivations: 3, coactivatedAt: start - 1 }),
        anEdge({ source: b, target: a, type: 'USES', weight: 1 }),
        anEdge({ source: a, target: b, type: 'CAUSES', validFrom: start - days(1) }),
        anEdge({ source: c, target: a, weight: 0 }),
        anEdge({ source: d, target: e }),
      ]
      let store: MemoryStore
      beforeAll(async () => {
        store = await storeOfFive()
        await store.commit({ at: start, connect: edges })
      })
      const expectEdges = (found: readonly Edge[], expected: readonly (Edge | undefined)[]) => {
        expect(found).toHaveLength(expected.length)
        for (const edge of expected) expect(found).toContainEqual(edge)
      }

      test('[SEM4] are edges of both directions, whole', async () => {
        expectEdges(await store.neighbours([a]), edges.slice(0, 4))
        expectEdges(await store.neighbours([b]), edges.slice(0, 3))
        expectEdges(await store.neighbours([e]), [edges[4]])
      })

      test('an edge between two of the asked comes once', async () => {
        expectEdges(await store.neighbours([a, b, c, a]), edges.slice(0, 4))
        expectEdges(await store.neighbours([a, b, c, d, e]), edges)
      })

      test('of unknown memories there are none', async () => {
        expect(await store.neighbours([idOf(99)])).toEqual([])
        expect(await store.neighbours([])).toEqual([])
      })

      test('as of a moment are those that held then', async () => {
        expectEdges(await store.neighbours([a], undefined, start - 1), [edges[2]])
        expectEdges(await store.neighbours([a], undefined, start), edges.slice(0, 4))
        expect(await store.neighbours([a], undefined, start - days(2))).toEqual([])
      })
    })

    test('[SEM2] the same ends and type again keep the edge and give it the weight', async () => {
      const store = await storeOfFive()
      const first = anEdge({ source: a, target: b, weight: 0.3, coactivations: 2, coactivatedAt: start })
      await store.commit({ at: start, connect: [first] })
      const again = anEdge({ source: a, target: b, weight: 0.37, validFrom: start + hours(1) })
      await store.commit({ at: start + hours(1), connect: [again] })
      expect(await store.neighbours([a])).toEqual([{ ...first, weight: 0.37 }])
      expect(await store.neighbours([a], undefined, start)).toEqual([{ ...first, weight: 0.37 }])
    })

    test('an open edge can be closed, and opened anew', async () => {
      const store = await storeOfFive()
      const first = anEdge({ source: a, target: b, weight: 0.4 })
      const closed = { ...first, validTo: start + hours(1) }
      await store.commit({ at: start, connect: [first] })
      await store.commit({ at: start + hours(1), connect: [closed] })
      expect(await store.neighbours([a])).toEqual([])
      expect(await store.neighbours([a], undefined, start + hours(1) - 1)).toEqual([closed])
      expect(await store.neighbours([a], undefined, start + hours(1))).toEqual([])

      const second = anEdge({ source: a, target: b, validFrom: start + hours(2) })
      await store.commit({ at: start + hours(2), connect: [second] })
      expect(await store.neighbours([a])).toEqual([second])
      expect(await store.neighbours([a], undefined, start)).toEqual([closed])
      expect(await store.neighbours([a], undefined, 'ever')).toEqual([closed, second])
      expect(await store.neighbours([b], ['CAUSES'], 'ever')).toEqual([])
      expect((await store.stats()).edges).toBe(1)
    })

    test('can join memories of the same batch', async () => {
      const store = await stores.fresh()
      const add = await newMemories([{ id: a }, { id: b, kind: 'entity' }])
      await store.commit({ at: start, add, connect: [anEdge({ source: b, target: a })] })
      expect(await store.neighbours([a])).toEqual([anEdge({ source: b, target: a })])
    })

    test('many memories can be asked about at once', async () => {
      const store = await stores.fresh()
      const ids = Array.from({ length: 1_500 }, (_, number) => idOf(number))
      const connect = ids.slice(1).map((id, number) => anEdge({ source: ids[number]!, target: id }))
      await store.commit({ at: start, add: await newMemories(ids.map((id) => ({ id }))), connect })
      expect((await store.neighbours(ids)).length).toBe(1_499)
      expect((await store.get(ids)).every((memory, number) => memory?.id === ids[number])).toBe(true)
    })
  })
}
