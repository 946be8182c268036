import { describe, expect, test } from 'vitest'
import { StoreConflict } from '#ww/ports/store/errors.js'
import { timeGrowth } from '../../../support/growth.js'
import { aNewMemory, anEdge, hours, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { indexOf } from '../../../support/text-analysis.js'
import { exported } from '../read/exporting.js'
import { type OpenStore, useStores } from '../stores.js'

const [a, b, c] = [idOf(1), idOf(2), idOf(3)]

export function describeImporting(open: OpenStore): void {
  describe('what comes from another store', () => {
    const stores = useStores(open)

    test('an id that exists already is a conflict', async () => {
      const store = await stores.fresh([await aNewMemory({ id: a })])
      const again = store.commit({ at: start, add: [await aNewMemory({ id: b }), await aNewMemory({ id: a })] })
      await expect(again).rejects.toBeInstanceOf(StoreConflict)
      expect(await store.get([b])).toEqual([undefined])
    })

    test('[EPI1] a change keeps the time it was made at', async () => {
      const store = await stores.fresh()
      await store.commit({
        at: start + hours(100),
        add: [
          {
            ...(await aNewMemory({ id: a, recordedAt: start, importance: 0.1 })),
            changes: [{ id: a, version: 1, at: start + hours(1), importance: 0.2 }],
          },
        ],
      })
      await store.commit({
        at: start + hours(100),
        change: [{ id: a, version: 2, at: start + hours(2), importance: 0.3 }],
      })
      const importanceAt = async (moment: number) => (await store.get([a], moment))[0]?.importance
      expect(await importanceAt(start + hours(1) - 1)).toBe(0.1)
      expect(await importanceAt(start + hours(1))).toBe(0.2)
      expect(await importanceAt(start + hours(2))).toBe(0.3)
      expect((await exported(store))[0]!.versions.map(({ endedAt }) => endedAt)).toEqual([
        start + hours(1),
        start + hours(2),
      ])
    })

    describe('[REC6] a scene', () => {
      const at = (number: number, minute: number, sceneWith?: number, rest = {}) => ({
        id: idOf(number),
        happenedAt: start + minutes(minute),
        ...(sceneWith === undefined ? {} : { sceneWith: idOf(sceneWith) }),
        ...rest,
      })
      async function scenesOf(given: Parameters<typeof newMemories>[0]): Promise<(string | null)[]> {
        const store = await stores.fresh(await newMemories(given))
        return (await exported(store)).map(({ scene }) => scene)
      }

      test('[REC6] stays as it was, near or far', async () => {
        const given = [at(1, 0, 1), at(2, 1, 2), at(3, 500, 1), at(4, 2, 2)]
        expect(await scenesOf(given)).toEqual([idOf(1), idOf(2), idOf(1), idOf(2)])
      })

      test('[REC6] that is not there is opened anew', async () => {
        expect(await scenesOf([at(1, 0, 9), at(2, 1)])).toEqual([idOf(1), idOf(1)])
      })

      test('[REC6] stays in its session and project, and within its size', async () => {
        const others = [at(1, 0, 1), at(2, 0, 1, { session: 'other' }), at(3, 0, 1, { project: 'weaver' })]
        expect(await scenesOf(others)).toEqual([idOf(1), idOf(2), idOf(3)])
        const many = Array.from({ length: 70 }, (_, number) => at(number + 1, 0, 1))
        const scenes = await scenesOf(many)
        expect(scenes.filter((scene) => scene === idOf(1)).length).toBe(64)
      })

      test('[REC6] is only for what has scenes', async () => {
        const given = { id: idOf(1, 'entity'), kind: 'entity' as const, sceneWith: idOf(1, 'entity') }
        expect(await scenesOf([given])).toEqual([null])
      })

      test('[REC6] goes on with what is told next', async () => {
        expect(await scenesOf([at(1, 0, 1), at(2, 1, 1), at(3, 2)])).toEqual([idOf(1), idOf(1), idOf(1)])
      })
    })

    describe('an edge', () => {
      const storeOfThree = async () => stores.fresh(await newMemories([{ id: a }, { id: b }, { id: c }]))
      const edge = anEdge({ source: a, target: b, weight: 0.7, coactivations: 4, coactivatedAt: start + 3 })
      const closed = { ...edge, validTo: start + hours(1) }
      const reopened = { ...edge, validFrom: start + hours(2), weight: 0.1 }

      test('comes as it was, closed ones beside the open', async () => {
        const store = await storeOfThree()
        await store.commit({ at: start, merge: [closed, reopened] })
        expect(await store.neighbours([a])).toEqual([reopened])
        expect(await store.neighbours([a], undefined, start)).toEqual([closed])
      })

      test('comes once, and what is there already stays as it is', async () => {
        const store = await storeOfThree()
        await store.commit({ at: start, connect: [edge] })
        const before = (await store.changes(0, 100)).length
        await store.commit({ at: start, merge: [{ ...edge, weight: 0.2, coactivations: 0 }] })
        await store.commit({ at: start, merge: [{ ...edge, validFrom: start - 5 }] })
        expect(await store.neighbours([a])).toEqual([edge])
        expect((await store.stats()).edges).toBe(1)
        expect((await store.changes(0, 100)).length).toBe(before)
      })

      test('that was closed in either store is closed, whichever way they meet', async () => {
        for (const order of [
          [edge, closed],
          [closed, edge],
        ]) {
          const store = await storeOfThree()
          for (const each of order) await store.commit({ at: start, merge: [each] })
          expect(await store.neighbours([a])).toEqual([])
          expect(await store.neighbours([a], undefined, start)).toEqual([closed])
        }
      })

      test('that held at no moment is left out', async () => {
        const store = await storeOfThree()
        await store.commit({ at: start, merge: [{ ...edge, validTo: start }] })
        expect((await exported(store)).flatMap(({ edges }) => edges)).toEqual([])
      })

      test('of an unknown memory is a conflict', async () => {
        const store = await storeOfThree()
        const unknown = anEdge({ source: a, target: idOf(99) })
        await expect(store.commit({ at: start, merge: [unknown] })).rejects.toBeInstanceOf(StoreConflict)
      })

      test('[ACT8] is in the change log when it is new', async () => {
        const store = await storeOfThree()
        await store.commit({ at: start + 9, merge: [edge] })
        expect((await store.changes(0, 100)).at(-1)).toMatchObject({ id: a, what: 'connected', at: start + 9 })
      })

      test('to a hub is found among the others at once', async () => {
        const store = await stores.fresh()
        const ids = Array.from({ length: 6_001 }, (_, number) => idOf(number + 10))
        const toHub = ids.slice(1).map((target) => anEdge({ source: a, target }))
        const chain = ids.slice(1).map((target, number) => anEdge({ source: ids[number]!, target }))
        const add = await newMemories([{ id: a }, ...ids.map((id) => ({ id, text: 'leaf', vector: null }))])
        await store.commit({ at: start, add })
        // Walking through the hub for each of its edges would take dozens of times as long.
        expect(await timeGrowth(chain, toHub, (merge) => store.commit({ at: start, merge }))).toBeLessThan(10)
        expect((await store.stats()).edges).toBe(12_000)
      })
    })
  })

  describe('what was told already', () => {
    const stores = useStores(open)
    const told = async (text: string, rest = {}) => ({
      text,
      project: null,
      session: 'default',
      source: 'memory',
      tags: [],
      terms: (await indexOf(text)).terms,
      ...rest,
    })

    test('[GWT14] is found by content, source and tags, in any state', async () => {
      const store = await stores.fresh(
        await newMemories([
          { id: a, text: 'The heron stands in the pond.', tags: ['bird', 'pond'] },
          { id: b, text: 'The pond stands in the heron.', state: 'hidden' },
          { id: c, text: '…!', validTo: start },
        ]),
      )
      const heron = 'The heron stands in the pond.'
      const tags = ['pond', 'bird']
      const asked = await Promise.all([
        told(heron, { tags }),
        told(' The  heron\nstands in the pond.', { tags }),
        told('The pond stands in the heron.'),
        told('…!'),
        told(heron),
        told(heron, { tags, source: 'hook' }),
        told(heron, { tags, session: 'other' }),
        told(heron, { tags, project: 'weaver' }),
        told('the heron stands in the pond.', { tags }),
        told('A kingfisher.'),
        told('?!'),
      ])
      expect(await store.findDuplicates(asked)).toEqual([a, a, b, c, ...new Array(7).fill(undefined)])
    })

    test('[GWT14] in its project, whoever else said it', async () => {
      const text = 'Tests run before every merge.'
      const store = await stores.fresh(
        await newMemories([
          { id: a, text, project: 'weaver' },
          { id: b, text, project: 'loom' },
        ]),
      )
      const asked = await Promise.all([told(text, { project: 'loom' }), told(text), told(text, { project: 'weaver' })])
      expect(await store.findDuplicates(asked)).toEqual([b, undefined, a])
    })
  })
}
