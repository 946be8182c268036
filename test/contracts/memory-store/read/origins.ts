import { describe, expect, test } from 'vitest'
import type { Origin } from '#ww/memory/origin.js'
import { derivedFrom } from '#ww/memory/semantic/links.js'
import { aNewMemory, anEdge, hours, idOf, start } from '../../../support/memories.js'
import { type OpenStore, useStores } from '../stores.js'
import { exported } from './exporting.js'

const anna: Origin = { door: 'mcp-http', client: 'claude-code', key: 'a0a0a0a0a0a0' }
const ben: Origin = { door: 'rest', client: 'curl/8.5.0', key: 'b0b0b0b0b0b0' }
const owner: Origin = { door: 'cli', client: 'ww correct', key: null }

/** Who wrote each version of a memory. */
export function describeOrigins(open: OpenStore): void {
  describe('who wrote a version', () => {
    const stores = useStores(open)

    test('[COM16] is told of the latest, of each earlier one, and as of any moment', async () => {
      const store = await stores.fresh([{ ...(await aNewMemory({ id: idOf(1) })), origin: anna }])
      const change = (version: number, hour: number, origin: Origin) =>
        store.commit({ at: start + hours(hour), change: [{ id: idOf(1), version, importance: hour / 10, origin }] })
      await change(1, 1, ben)
      await change(2, 2, owner)
      const originAt = async (hour?: number) =>
        (await store.get([idOf(1)], hour === undefined ? undefined : start + hours(hour)))[0]?.origin
      expect(await originAt()).toEqual(owner)
      expect([await originAt(0.5), await originAt(1.5), await originAt(9)]).toEqual([anna, ben, owner])
      const [{ memory, versions }] = (await exported(store)) as [Awaited<ReturnType<typeof exported>>[number]]
      expect([...versions, memory].map(({ origin }) => origin)).toEqual([anna, ben, owner])
    })

    test('[COM16] is unknown where nobody said it', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1) })])
      await store.commit({ at: start + hours(1), change: [{ id: idOf(1), version: 1, importance: 0.1 }] })
      const [{ memory, versions }] = (await exported(store)) as [Awaited<ReturnType<typeof exported>>[number]]
      expect([memory.origin, ...versions.map(({ origin }) => origin)]).toEqual([null, null])
    })

    test('[SEM6] is who changed the source, of what is marked for review', async () => {
      const store = await stores.fresh([
        { ...(await aNewMemory({ id: idOf(1) })), origin: anna },
        { ...(await aNewMemory({ id: idOf(2) })), origin: anna },
      ])
      await store.commit({ at: start, connect: [anEdge({ source: idOf(2), target: idOf(1), type: derivedFrom })] })
      await store.commit({
        at: start + hours(1),
        origin: ben,
        change: [{ id: idOf(1), version: 1, validTo: start + hours(1), origin: ben }],
        review: [{ derivedFrom: idOf(1), reason: 'it is wrong' }],
      })
      expect((await store.get([idOf(2)]))[0]).toMatchObject({ version: 2, origin: ben })
    })

    test('what a key wrote is found by its id: what it made, and what it only changed', async () => {
      const store = await stores.fresh([
        { ...(await aNewMemory({ id: idOf(1) })), origin: anna },
        { ...(await aNewMemory({ id: idOf(2) })), origin: ben },
        { ...(await aNewMemory({ id: idOf(3) })), origin: ben },
        await aNewMemory({ id: idOf(4) }),
      ])
      const change = [2, 4].map((number) => ({ id: idOf(number), version: 1, importance: 0.1, origin: anna }))
      await store.commit({ at: start + hours(1), change })
      const late = { id: idOf(1), version: 1, importance: 0.2, origin: owner }
      await store.commit({ at: start + hours(1), change: [late] })
      expect(await store.writtenBy(anna.key!)).toEqual([
        { id: idOf(1), isAuthor: true },
        { id: idOf(2), isAuthor: false },
        { id: idOf(4), isAuthor: false },
      ])
      expect(await store.writtenBy(ben.key!)).toEqual([
        { id: idOf(2), isAuthor: true },
        { id: idOf(3), isAuthor: true },
      ])
      await store.erase({ at: start + hours(2), ids: [idOf(2)] })
      expect(await store.writtenBy('c0c0c0c0c0c0')).toEqual([])
      expect((await store.writtenBy(anna.key!)).map(({ id }) => id)).toEqual([idOf(1), idOf(4)])
    })
  })
}
