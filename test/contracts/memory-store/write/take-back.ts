import { describe, expect, test } from 'vitest'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { StoreConflict } from '#ww/ports/store/errors.js'
import { aNewMemory, anEdge, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { answerOf } from '../../../support/text-analysis.js'
import { type OpenStore, rankIds, useStores } from '../stores.js'

const [a, b, c] = [idOf(1), idOf(2), idOf(3)]
const nothing = { versions: [], opened: [], closed: [] }

/** Everything that an export tells. */
async function exported(store: MemoryStore) {
  const found = []
  for await (const { memories } of store.exportAll({})) found.push(...memories)
  return found
}

export function describeTakeBack(open: OpenStore): void {
  describe('taking a batch back', () => {
    const stores = useStores(open)

    test('[OPS7] leaves memories, versions, answers and edges as if it had never been', async () => {
      const store = await stores.fresh(
        await newMemories([
          { id: a, text: 'The oven is repaired by Bob.', tags: ['oven'], facets: { outcome: 'success' } },
          { id: b, text: 'The oven is repaired by Carol.' },
          { id: c },
        ]),
      )
      const kept = anEdge({ source: a, target: c })
      await store.commit({ at: start + minutes(1), connect: [kept], change: [{ id: b, version: 1, importance: 0.9 }] })
      const before = await exported(store)
      const labelled = await store.query({ tags: ['oven'] }, { offset: 0, limit: 10 })
      const at = start + minutes(2)
      const opened = anEdge({ source: a, target: b, validFrom: at })
      const question = 'Who mends the fireplace?'
      await store.commit({
        at,
        change: [
          {
            id: a,
            version: 1,
            validTo: at,
            state: 'hidden',
            tags: ['closed'],
            facets: { outcome: 'failure' },
            saidAs: 'plan',
          },
          { id: b, version: 2, facets: { answers: [{ question, by: 'review' }] }, answers: [await answerOf(question)] },
        ],
        connect: [{ ...kept, validTo: at }, opened],
      })
      expect((await store.get([a]))[0]).toMatchObject({ saidAs: 'plan', state: 'hidden', version: 2 })
      expect((await rankIds(store, question))[0]).toBe(b)
      await store.commit({
        at: start + minutes(3),
        takeBack: {
          versions: [
            { id: a, version: 2, saidAs: null },
            { id: b, version: 3, dropsAnswers: true },
          ],
          opened: [opened],
          closed: [kept],
        },
      })
      expect(await exported(store)).toEqual(before)
      expect(await store.query({ tags: ['oven'] }, { offset: 0, limit: 10 })).toEqual(labelled)
      expect((await store.query({ tags: ['closed'] }, { offset: 0, limit: 10 })).total).toBe(0)
      expect(await store.unembeddedAnswers('another', 10)).toEqual([])
      expect(await rankIds(store, 'oven')).toContain(a)
      // As of a moment between, too.
      expect((await store.get([a], at + 1))[0]).toMatchObject({ state: 'active', validTo: null })
    })

    test('[OPS7] another process sees it, and the log of changes names it', async () => {
      const [one, other] = await stores.pair()
      await one.commit({ at: start, add: await newMemories([{ id: a, text: 'A plain pebble.' }]) })
      await one.commit({ at: start + 1, change: [{ id: a, version: 1, state: 'hidden', saidAs: 'denial' }] })
      expect(await rankIds(other, 'pebble')).toEqual([])
      const seq = await one.commit({
        at: start + 2,
        takeBack: { ...nothing, versions: [{ id: a, version: 2, saidAs: null }] },
      })
      expect(await rankIds(other, 'pebble')).toEqual([a])
      expect((await other.changes(seq - 1, 10)).map(({ what, id }) => [what, id])).toEqual([['changed', a]])
    })

    test.each([
      ['a version that is not the newest', { ...nothing, versions: [{ id: a, version: 2 }] }],
      ['the first version', { ...nothing, versions: [{ id: b, version: 1 }] }],
      ['an unknown memory', { ...nothing, versions: [{ id: idOf(99), version: 2 }] }],
      ['an edge that is closed', { ...nothing, opened: [anEdge({ source: a, target: b })] }],
      ['an edge that is open', { ...nothing, closed: [anEdge({ source: a, target: c })] }],
      ['an edge that never was', { ...nothing, opened: [anEdge({ source: b, target: c })] }],
    ])('[OPS7] is refused whole for %s', async (_, takeBack) => {
      const store = await stores.fresh(await newMemories([{ id: a }, { id: b }, { id: c }]))
      const edge = anEdge({ source: a, target: b })
      await store.commit({
        at: start + 1,
        change: [{ id: a, version: 1, importance: 0.7 }],
        connect: [edge, anEdge({ source: a, target: c })],
      })
      await store.commit({
        at: start + 2,
        change: [{ id: a, version: 2, importance: 0.8 }],
        connect: [{ ...edge, validTo: start + 2 }],
      })
      const before = await exported(store)
      const added = await aNewMemory({ id: idOf(7) })
      await expect(store.commit({ at: start + 3, takeBack, add: [added] })).rejects.toThrow(StoreConflict)
      expect(await exported(store)).toEqual(before)
    })
  })
}
