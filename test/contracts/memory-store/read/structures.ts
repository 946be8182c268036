import { describe, expect, test } from 'vitest'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import type { StructureCursor, StructuredMemory } from '#ww/ports/store/read.js'
import { aNewMemory, idOf, newMemories, start } from '../../../support/memories.js'
import { type OpenStore, useStores } from '../stores.js'

const priced = (price: string) => ({
  records: [{ label: null, fields: [['name', 'Lamp'] as const, ['price', price] as const] }],
  triples: [['Lamp', 'made by', 'Anna'] as const],
})

/** Keeps structures as a process does that follows the store. */
class Follower {
  readonly byPlace = new Map<number, StructuredMemory>()
  cursor: StructureCursor | undefined

  async follow(store: MemoryStore, limit = 100): Promise<StructuredMemory[]> {
    for (;;) {
      const { changes, next, isDone } = await store.structures(this.cursor, limit)
      expect(changes.length).toBeLessThanOrEqual(limit)
      for (const { place, memory } of changes) {
        if (memory === undefined) this.byPlace.delete(place)
        else this.byPlace.set(place, memory)
      }
      this.cursor = next
      if (isDone) return [...this.byPlace.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    }
  }
}

const told = (number: number, price: string, given = {}) => ({
  id: idOf(number),
  session: 'default',
  project: null,
  structure: priced(price),
  ...given,
})

export function describeStructures(open: OpenStore): void {
  describe('structures', () => {
    const stores = useStores(open)

    test('[GWT7] are kept with the memory, byte for byte, and read a few at a time', async () => {
      const many = Array.from({ length: 7 }, (_, number) => ({ id: idOf(number), structure: priced(`${number}.50`) }))
      const store = await stores.fresh(await newMemories([...many, { id: idOf(90) }]))
      for (const limit of [1, 3, 7, 8]) {
        expect(await new Follower().follow(store, limit)).toEqual(many.map((_, number) => told(number, `${number}.50`)))
      }
    })

    test('[COM3] [GWT7] are those of one store, whatever another has at the same place', async () => {
      const [own, foreign] = await Promise.all(
        ['1', '2'].map(async (price, number) =>
          stores.fresh(await newMemories([{ id: idOf(number), structure: priced(price) }])),
        ),
      )
      expect(await new Follower().follow(own!)).toEqual([told(0, '1')])
      expect(await new Follower().follow(foreign!)).toEqual([told(1, '2')])
    })

    test('[GWT7] follow what any process writes, closes, hides and erases', async () => {
      const [one, other] = await stores.pair()
      const [near, anew] = [new Follower(), new Follower()]
      expect(await near.follow(one)).toEqual([])
      await other.commit({
        at: start,
        add: await newMemories([
          { id: idOf(0), structure: priced('1'), session: 'away', project: 'here' },
          { id: idOf(1), structure: priced('2') },
          { id: idOf(2), structure: priced('3') },
          { id: idOf(3), structure: priced('4') },
        ]),
      })
      expect(await near.follow(one, 2)).toHaveLength(4)
      await other.commit({ at: start, change: [{ id: idOf(1), version: 1, validTo: start + 5 }] })
      await one.commit({ at: start, change: [{ id: idOf(2), version: 1, state: 'hidden' }] })
      await other.erase({ at: start, ids: [idOf(3)] })
      const left = [told(0, '1', { session: 'away', project: 'here' })]
      expect(await near.follow(one, 2)).toEqual(left)
      expect(await anew.follow(other)).toEqual(left)
      await one.commit({ at: start, change: [{ id: idOf(2), version: 2, state: 'active' }] })
      expect(await near.follow(one)).toEqual([...left, told(2, '3')])
    })

    test('[GWT7] nothing is missed that is written while all is read for the first time', async () => {
      const store = await stores.fresh(
        await newMemories([0, 1, 2].map((number) => ({ id: idOf(number), structure: priced('1') }))),
      )
      const follower = new Follower()
      const { changes, next } = await store.structures(undefined, 2)
      for (const { place, memory } of changes) follower.byPlace.set(place, memory!)
      follower.cursor = next
      await store.commit({
        at: start,
        change: [{ id: idOf(0), version: 1, validTo: start + 1 }],
        add: [await aNewMemory({ id: idOf(9), structure: priced('9') })],
      })
      expect(await follower.follow(store, 2)).toEqual([told(1, '1'), told(2, '1'), told(9, '9')])
    })
  })
}
