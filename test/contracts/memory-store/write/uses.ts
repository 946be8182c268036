import { describe, expect, test } from 'vitest'
import { strengthen } from '#ww/memory/activation/hebbian.js'
import { type Grade, reinforce } from '#ww/memory/activation/reinforcement.js'
import { aNewMemory, anEdge, days, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { type OpenStore, useStores } from '../stores.js'

const [a, b, c] = [idOf(1), idOf(2), idOf(3)]

export function describeUses(open: OpenStore): void {
  describe('reinforce', () => {
    const stores = useStores(open)

    test.each<Grade>(['access', 'good', 'easy', 'again'])('[ACT2] a use of the grade %s', async (grade) => {
      const given = await aNewMemory({ id: a })
      const store = await stores.fresh([given, await aNewMemory({ id: b })])
      const at = start + days(2)
      await store.reinforce([{ id: a, at, grade }], [])
      const [used, unused] = await store.get([a, b])
      expect(used!.strength).toEqual(reinforce(given.strength, grade, at))
      expect(used!.strength.accessedAt).toBe(at)
      expect(used!.strength.recentUses).toEqual(grade === 'access' ? [start] : [start, at])
      expect(unused!.strength.uses).toBe(1)
    })

    test('[ACT2] several uses at once count in their order', async () => {
      const given = await aNewMemory({ id: a })
      const store = await stores.fresh([given])
      const uses = Array.from({ length: 14 }, (_, number) => ({
        id: a,
        at: start + days(number),
        grade: 'good' as const,
      }))
      await store.reinforce(uses.slice(0, 5), [])
      await store.reinforce(uses.slice(5), [])
      const expected = uses.reduce((strength, { at, grade }) => reinforce(strength, grade, at), given.strength)
      expect((await store.get([a]))[0]!.strength).toEqual(expected)
    })

    test('[ACT8] uses from several processes at once are all counted', async () => {
      const handles = await stores.pair()
      await handles[0]!.commit({ at: start, add: [await aNewMemory({ id: a })] })
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => handles[n % 2]!.reinforce([{ id: a, at: start + n, grade: 'easy' }], [])),
      )
      expect((await handles[1]!.get([a]))[0]!.strength.uses).toBe(21)
    })

    test('unknown ids are passed over', async () => {
      const store = await stores.fresh([await aNewMemory({ id: a })])
      const at = start + minutes(1)
      await store.reinforce(
        [idOf(99), a, 'nonsense'].map((id) => ({ id, at, grade: 'easy' as const })),
        [{ ids: [a, idOf(99)], at }],
      )
      expect((await store.get([a]))[0]!.strength.uses).toBe(2)
    })

    test('[ACT5] being used together strengthens edges that exist, and makes none', async () => {
      const store = await stores.fresh(await newMemories([{ id: a }, { id: b }, { id: c }]))
      const both = [
        anEdge({ source: a, target: b, weight: 0.4, coactivations: 1 }),
        anEdge({ source: b, target: a, weight: 0.9 }),
      ]
      await store.commit({ at: start, connect: [...both, anEdge({ source: c, target: idOf(1), weight: 0.1 })] })
      const at = start + minutes(5)
      await store.reinforce([], [{ ids: [a, b], at }])
      const edges = await store.neighbours([a, b, c])
      expect(edges).toHaveLength(3)
      for (const edge of both) {
        const { weight, coactivations } = edge
        expect(edges).toContainEqual({
          ...edge,
          weight: strengthen(weight),
          coactivations: coactivations + 1,
          coactivatedAt: at,
        })
      }
      expect(edges).toContainEqual(anEdge({ source: c, target: a, weight: 0.1 }))
    })

    test('[ACT5] recalls recorded at once strengthen no edge from a memory of one to a memory of another', async () => {
      const d = idOf(4)
      const store = await stores.fresh(await newMemories([{ id: a }, { id: b }, { id: c }, { id: d }]))
      const within = anEdge({ source: a, target: b })
      const across = [anEdge({ source: a, target: c }), anEdge({ source: d, target: b })]
      await store.commit({ at: start, connect: [within, ...across] })
      const at = start + minutes(5)
      await store.reinforce(
        [],
        [
          { ids: [a, b], at },
          { ids: [c, d], at },
        ],
      )
      const edges = await store.neighbours([a, b, c, d])
      expect(edges).toHaveLength(3)
      expect(edges).toContainEqual({
        ...within,
        weight: strengthen(within.weight),
        coactivations: 1,
        coactivatedAt: at,
      })
      for (const edge of across) expect(edges).toContainEqual(edge)
    })

    test('[ACT5] closed edges stay as they are', async () => {
      const store = await stores.fresh(await newMemories([{ id: a }, { id: b }]))
      const closed = anEdge({ source: a, target: b, validTo: start + minutes(1) })
      await store.commit({ at: start, connect: [closed] })
      await store.reinforce([], [{ ids: [a, b], at: start + minutes(5) }])
      expect(await store.neighbours([a], undefined, start)).toEqual([closed])
    })

    test('[COM15] opens no version, is outside the change log and shows at every moment', async () => {
      const store = await stores.fresh(await newMemories([{ id: a }, { id: b }]))
      await store.commit({ at: start, connect: [anEdge({ source: a, target: b })] })
      const changes = await store.changes(0, 100)
      const [before] = await store.get([a])
      const at = start + days(3)
      await store.reinforce([{ id: a, at, grade: 'good' }], [{ ids: [a, b], at }])
      expect(await store.changes(0, 100)).toEqual(changes)
      const { strength, ...after } = (await store.get([a]))[0]!
      expect({ ...after, strength: before!.strength }).toEqual(before)
      expect(await store.get([a], start)).toEqual([{ ...before!, strength }])
    })
  })
}
