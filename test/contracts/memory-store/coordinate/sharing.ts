import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { StoreConflict } from '#ww/ports/store/errors.js'
import { aNewMemory, anEdge, idOf, newMemories, start } from '../../../support/memories.js'
import { vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, type OpenStore, queryIds, rankIds, useStores, wholePage } from '../stores.js'

export function describeSharing(open: OpenStore): void {
  describe('two handles on the same store', () => {
    const stores = useStores(open)

    test('can be the first at the same moment', async () => {
      const place = stores.newPlace()
      const handles = await Promise.all([1, 2, 3].map(() => stores.open(place)))
      const add = await newMemories(handles.map(() => ({})))
      await Promise.all(handles.map((handle, number) => handle.commit({ at: start, add: [add[number]!] })))
      for (const handle of handles) expect((await handle.query({}, wholePage)).total).toBe(3)
    })

    test('[COM11] what one has written the other’s next read sees', async () => {
      const [writer, reader] = await stores.pair()
      const vector = await vectorOf('heron')
      const request = { ...anyCandidate, terms: ['heron'], vectors: [vector] }
      for (let number = 1; number <= 10; number++) {
        const id = idOf(number)
        await writer.commit({ at: start, add: [await aNewMemory({ id, text: 'heron', tags: ['new'] })] })
        expect((await reader.get([id]))[0]?.id).toBe(id)
        expect((await reader.query({ tags: ['new'] }, wholePage)).total).toBe(number)
        const { total, statistics, candidates } = await reader.findCandidates(request)
        expect({ total, found: candidates.length, frequency: statistics.documentFrequencies[0] }).toEqual({
          total: number,
          found: number,
          frequency: number,
        })
        expect(candidates.every((each) => each.cosineWith(0) !== null)).toBe(true)
        expect(await rankIds(reader, 'heron')).toHaveLength(number)
      }
      const change = { id: idOf(1), version: 1, importance: 1, tags: ['old'], state: 'active' as const }
      await writer.commit({ at: start + 1, change: [change], connect: [anEdge({ source: idOf(1), target: idOf(2) })] })
      expect(await queryIds(reader, { tags: ['old'] }, wholePage)).toEqual([idOf(1)])
      expect((await reader.query({ tags: ['new'] }, wholePage)).total).toBe(9)
      const { candidates } = await reader.findCandidates({ ...request, filter: { tags: ['old'] } })
      expect(candidates).toMatchObject([{ importance: 1 }])
      expect(await rankIds(reader, 'heron', { tags: ['old'] })).toEqual([idOf(1)])
      expect(await reader.neighbours([idOf(2)])).toHaveLength(1)
    })

    test('a term that one has numbered the other knows', async () => {
      const handles = await stores.pair()
      for (let number = 0; number < 6; number++) {
        const add = [await aNewMemory({ text: `heron heron${number >> 1}` })]
        await handles[number % 2]!.commit({ at: start, add })
      }
      for (const handle of handles) {
        const terms = ['heron', 'heron0', 'heron1', 'heron2']
        const { statistics } = await handle.findCandidates({ ...anyCandidate, terms })
        expect(statistics).toMatchObject({ documents: 6, documentFrequencies: [6, 2, 2, 2] })
      }
    })

    test('writing at once, both lose nothing', async () => {
      const handles = await stores.pair()
      const add = await newMemories(Array.from({ length: 60 }, (_, number) => ({ text: `heron ${number}` })))
      await Promise.all(add.map((each, number) => handles[number % 2]!.commit({ at: start, add: [each] })))
      for (const handle of handles) {
        expect((await handle.query({}, wholePage)).total).toBe(60)
        const { statistics } = await handle.findCandidates({ ...anyCandidate, terms: ['heron'] })
        expect(statistics).toMatchObject({ documents: 60, documentFrequencies: [60] })
      }
      const numbers = (await handles[0].changes(0, 100)).map(({ seq }) => seq)
      expect(new Set(numbers).size).toBe(60)
    })

    test('[COM15] a change that the other has overtaken is a conflict', async () => {
      const [one, other] = await stores.pair()
      await one.commit({ at: start, add: [await aNewMemory({ id: idOf(1) })] })
      const [seen] = await other.get([idOf(1)])
      await one.commit({ at: start + 1, change: [{ id: idOf(1), version: 1, importance: 1 }] })
      const late = other.commit({ at: start + 2, change: [{ id: idOf(1), version: seen!.version, importance: 0 }] })
      await expect(late).rejects.toBeInstanceOf(StoreConflict)
    })
  })

  describe('lease', () => {
    const stores = useStores(open)
    const long = 60_000

    test('[CON1] one holder at a time, whichever the handle', async () => {
      const [one, other] = await stores.pair()
      expect(await one.lease('work', long)).toBeDefined()
      expect(await other.lease('work', long)).toBeUndefined()
      expect(await one.lease('work', long)).toBeUndefined()
      expect(await other.lease('other work', long)).toBeDefined()
    })

    test('[CON1] of many that ask at once exactly one gets it', async () => {
      const handles = await stores.pair()
      const asked = await Promise.all(Array.from({ length: 10 }, (_, n) => handles[n % 2]!.lease('work', long)))
      expect(asked.filter((lease) => lease !== undefined)).toHaveLength(1)
    })

    test('[WSP2] of a bookmark: only its holder may count on the bookmark, until it is released', async () => {
      const [one, other] = await stores.pair()
      const lease = await one.lease('place', long)
      const batch = { at: start, expectCheckpoints: { place: null }, checkpoints: { place: { revision: 1 } } }
      await expect(other.commit(batch)).rejects.toThrow(StoreConflict)
      await expect(one.commit({ ...batch, holder: 'somebody' })).rejects.toThrow(StoreConflict)
      await one.commit({ ...batch, holder: lease!.holder })
      await lease!.release()
      await other.commit({ at: start, expectCheckpoints: { place: 1 }, checkpoints: { place: { revision: 2 } } })
      expect(await one.checkpoints(['place'])).toEqual({ place: { revision: 2 } })
    })

    test('[CON1] is free once released', async () => {
      const [one, other] = await stores.pair()
      const lease = await one.lease('work', long)
      await lease!.release()
      await lease!.release()
      expect(await lease!.renew(long)).toBe(false)
      expect(await other.lease('work', long)).toBeDefined()
    })

    test('[CON1] expires, and is then neither renewed nor released by who held it', async () => {
      const [one, other] = await stores.pair()
      const lapsed = await one.lease('work', 100)
      await sleep(200)
      expect(await lapsed!.renew(long)).toBe(false)
      const taken = await other.lease('work', long)
      expect(taken).toBeDefined()
      expect(await lapsed!.renew(long)).toBe(false)
      await lapsed!.release()
      expect(await one.lease('work', long)).toBeUndefined()
      expect(await taken!.renew(long)).toBe(true)
    })

    test('[CON1] lives on while it is renewed', async () => {
      const [one, other] = await stores.pair()
      const lease = await one.lease('work', 1_000)
      expect(await lease!.renew(long)).toBe(true)
      await sleep(1_100)
      expect(await other.lease('work', long)).toBeUndefined()
    })
  })
}
