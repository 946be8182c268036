import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { aNewMemory, anEdge, idOf, newMemories, start } from '../../../support/memories.js'
import { vectorOf } from '../../../support/text-analysis.js'
import { type OpenStore, useStores } from '../stores.js'

export function describeChanges(open: OpenStore): void {
  describe('changes', () => {
    const stores = useStores(open)

    test('tell what was done, in the order it was done', async () => {
      const store = await stores.fresh()
      expect(await store.changes(0, 10)).toEqual([])
      await store.commit({ at: start, add: await newMemories([{ id: idOf(2) }, { id: idOf(1) }]) })
      const last = await store.commit({
        at: start + 5,
        change: [{ id: idOf(2), version: 1, importance: 1 }],
        connect: [anEdge({ source: idOf(1), target: idOf(2) })],
        embed: [{ id: idOf(2), vector: { model: 'second', values: (await vectorOf('x')).values } }],
      })
      const changes = await store.changes(0, 10)
      expect(changes.map(({ id, what, at }) => [id, what, at])).toEqual([
        [idOf(2), 'added', start],
        [idOf(1), 'added', start],
        [idOf(2), 'changed', start + 5],
        [idOf(1), 'connected', start + 5],
        [idOf(2), 'embedded', start + 5],
      ])
      const numbers = changes.map(({ seq }) => seq)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(last).toBe(numbers.at(-1))
    })

    test('can be followed from any number, a few at a time', async () => {
      const store = await stores.fresh()
      for (let number = 0; number < 7; number++) await store.commit({ at: start, add: [await aNewMemory()] })
      const all = await store.changes(0, 100)
      const followed = []
      for (let since = 0; ; ) {
        const next = await store.changes(since, 3)
        if (next.length === 0) break
        expect(next.length).toBeLessThanOrEqual(3)
        expect(next[0]!.seq).toBeGreaterThan(since)
        followed.push(...next)
        since = next.at(-1)!.seq
      }
      expect(followed).toEqual(all)
      expect(await store.changes(all.at(-1)!.seq, 10)).toEqual([])
    })
  })

  describe('watch', () => {
    const stores = useStores(open)

    const watching = (store: MemoryStore, signal: AbortSignal) => store.watch(signal)[Symbol.asyncIterator]()

    test('says at once where it begins: what is committed from there on is in the changes since', async () => {
      const store = await stores.fresh()
      const stop = new AbortController()
      expect(await watching(store, stop.signal).next()).toEqual({ done: false, value: 0 })
      const committed = await store.commit({ at: start, add: [await aNewMemory()] })
      expect(await watching(store, stop.signal).next()).toEqual({ done: false, value: committed })
      stop.abort()
    })

    test.each([
      ['its own', 0],
      ['another handle’s', 1],
    ])('sees %s commits', async (_, writer) => {
      const handles = await stores.pair()
      const stop = new AbortController()
      const watch = watching(handles[0]!, stop.signal)
      let seen: number = (await watch.next()).value
      for (let turn = 0; turn < 3; turn++) {
        let committed = 0
        for (let many = 0; many < 3; many++)
          committed = await handles[writer]!.commit({ at: start, add: [await aNewMemory()] })
        // What was committed before this one may be told on the way.
        while (seen < committed) {
          const { value } = await watch.next()
          expect(value).toBeGreaterThan(seen)
          seen = value
        }
        expect(seen).toBe(committed)
      }
      stop.abort()
      expect(await watch.next()).toMatchObject({ done: true })
    })

    test('ends when it is stopped', async () => {
      const store = await stores.fresh([await aNewMemory()])
      const stop = new AbortController()
      const watch = watching(store, stop.signal)
      await watch.next()
      const next = watch.next()
      stop.abort()
      expect(await next).toMatchObject({ done: true })
      expect(await watching(store, AbortSignal.abort()).next()).toMatchObject({ done: true })
    })

    test('[ACT8] does not see uses', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1) })])
      const stop = new AbortController()
      const watch = watching(store, stop.signal)
      await watch.next()
      await store.reinforce([{ id: idOf(1), at: start, grade: 'access' }], [])
      const next = watch.next()
      await sleep(500)
      stop.abort()
      expect(await next).toMatchObject({ done: true })
    })
  })
}
