import { describe, expect, test } from 'vitest'
import { withAnswers } from '#ww/memory/answers.js'
import { cosine } from '#ww/memory/recall/ranking/cosine.js'
import type { CandidateRequest } from '#ww/ports/store/search.js'
import type { StoredVector } from '#ww/ports/store/write.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { answersOf, model, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, useStores } from '../stores.js'

const other = 'another-model@2'
/** Of another size than the first model's, so that a mix-up cannot go unseen. */
const small = (...values: number[]) => ({ model: other, values: Int8Array.from(values) })

export function describeModels(open: OpenStore): void {
  describe('models', () => {
    const stores = useStores(open)

    const cosines = async (store: InspectedStore, request: Partial<CandidateRequest>) => {
      const { candidates } = await store.findCandidates({ ...anyCandidate, ...request })
      return new Map(candidates.map((each) => [each.id, each.cosineWith(0)]))
    }

    test('what a model has not embedded is listed, oldest first', async () => {
      const store = await stores.fresh(
        await newMemories([
          { id: idOf(3), text: 'first written' },
          { id: idOf(1), text: 'second', vector: null },
          { id: idOf(2), text: 'hidden', state: 'hidden', vector: small(1, 2) },
        ]),
      )
      expect(await store.unembedded(model, 10)).toEqual([
        { id: idOf(1), text: 'second' },
        { id: idOf(2), text: 'hidden' },
      ])
      expect(await store.unembedded('unheard-of', 2)).toEqual([
        { id: idOf(3), text: 'first written' },
        { id: idOf(1), text: 'second' },
      ])
      expect(idsOf(await store.unembedded(other, 10))).toEqual([idOf(3), idOf(1)])
    })

    test('a second model’s vectors are never mixed with the first’s', async () => {
      const store = await stores.fresh(await newMemories([{ id: idOf(1) }, { id: idOf(2) }, { id: idOf(3) }]))
      const first = await vectorOf('We looked at the garden.')
      await store.commit({ at: start, embed: [{ id: idOf(2), vector: small(5, 6, 7) }] })
      const asked = await cosines(store, { vectors: [small(1, 1, 1)] })
      expect(asked).toEqual(
        new Map([
          [idOf(1), null],
          [idOf(2), cosine(Int8Array.of(1, 1, 1), Int8Array.of(5, 6, 7))],
          [idOf(3), null],
        ]),
      )
      const before = await cosines(store, { vectors: [first] })
      expect([...before.values()]).toEqual([1, 1, 1])
      expect([...(await cosines(store, { vectors: [small(1, 1, 1)] })).values()]).toEqual([...asked.values()])
    })

    test('[REC25] answers are embedded by another model later, and never compared across models', async () => {
      const questions = ['Which colour is the door?', 'What was painted?']
      const answers = { answers: questions, facets: withAnswers({}, questions) }
      const store = await stores.fresh(await newMemories([{ id: idOf(1), ...answers }, { id: idOf(2) }]))
      const first = await vectorOf(questions[0]!)
      const byAnswers = async (vector: StoredVector) => {
        const { candidates } = await store.findCandidates({ ...anyCandidate, vectors: [vector] })
        return candidates.find(({ id }) => id === idOf(1))!.answers.map((each) => each.cosineWith(0))
      }
      const before = await byAnswers(first)
      expect(before[0]).toBeCloseTo(1)
      expect(await byAnswers(small(1, 1, 1))).toEqual([null, null])
      expect(await store.unembeddedAnswers(model, 10)).toEqual([])
      expect(await store.unembeddedAnswers(other, 10)).toEqual([{ id: idOf(1), version: 1, answers: questions }])
      await store.commit({
        at: start,
        expect: [{ id: idOf(1), version: 1 }],
        embed: [{ id: idOf(1), vector: small(1, 0, 0) }],
        embedAnswers: [{ id: idOf(1), vectors: [small(5, 6, 7), small(-1, -1, -1)] }],
      })
      expect(await store.unembeddedAnswers(other, 10)).toEqual([])
      const after = await byAnswers(small(1, 1, 1))
      expect(after[0]).toBe(cosine(Int8Array.of(1, 1, 1), Int8Array.of(5, 6, 7)))
      expect(after[1]).toBeLessThan(0)
      expect(await byAnswers(first)).toEqual(before)
      // Other answers need other vectors.
      const [indexed] = await answersOf('Who painted it?')
      await store.commit({ at: start + 1, change: [{ id: idOf(1), version: 1, answers: [indexed!] }] })
      expect(await byAnswers(small(1, 1, 1))).toEqual([null])
      expect(idsOf(await store.unembeddedAnswers(other, 10))).toEqual([idOf(1)])
      await store.commit({ at: start + 2, embedAnswers: [{ id: idOf(1), vectors: [small(7, 7, 7)] }] })
      expect((await byAnswers(small(1, 1, 1)))[0]).toBeCloseTo(1)
    })

    test('a leg compares with vectors of the asked model only', async () => {
      const store = await stores.fresh(
        await newMemories(
          [small(127, 0), { model: 'third', values: Int8Array.of(127, 0) }, small(0, 127), null].map(
            (vector, number) => ({
              id: idOf(number),
              vector,
              happenedAt: start + minutes(number * 100),
            }),
          ),
        ),
      )
      const legs = { perRetriever: 5, newest: 0, exhaustiveUpTo: 0 }
      expect([...(await cosines(store, { ...legs, vectors: [small(127, 0)] })).keys()]).toEqual([idOf(0)])
      const third = { model: 'third', values: Int8Array.of(127, 1) }
      expect([...(await cosines(store, { ...legs, vectors: [third] })).keys()]).toEqual([idOf(1)])
    })

    test('re-embedding in the background ends, while memories are added and recalled', async () => {
      const store = await stores.fresh(await newMemories(Array.from({ length: 7 }, () => ({}))))
      let rounds = 0
      for (;;) {
        const missing = await store.unembedded(other, 3)
        if (missing.length === 0) break
        if (++rounds === 2) await store.commit({ at: start, add: [await aNewMemory()] })
        const embed = missing.map(({ id, text }) => ({ id, vector: small(text.length % 128, rounds, 1) }))
        await store.commit({ at: start, embed })
        const found = await cosines(store, { vectors: [small(1, 1, 1)] })
        expect([...found.values()].filter((each) => each !== null).length).toBe(Math.min(rounds * 3, found.size))
      }
      expect((await store.stats()).vectors).toEqual({ [model]: 8, [other]: 8 })
    })

    test('embedding again replaces the vector', async () => {
      const asked = small(1, 1)
      const store = await stores.fresh([await aNewMemory({ id: idOf(1), vector: small(1, 2) })])
      expect([...(await cosines(store, { vectors: [asked] })).values()]).toEqual([
        cosine(asked.values, Int8Array.of(1, 2)),
      ])
      await store.commit({ at: start, embed: [{ id: idOf(1), vector: small(3, 4) }] })
      expect([...(await cosines(store, { vectors: [asked] })).values()]).toEqual([
        cosine(asked.values, Int8Array.of(3, 4)),
      ])
      expect((await store.stats()).vectors).toEqual({ [other]: 1 })
    })

    test('[COM15] embedding opens no version', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1), vector: null })])
      const before = await store.get([idOf(1)])
      await store.commit({ at: start + 1, embed: [{ id: idOf(1), vector: small(3, 4) }] })
      expect(await store.get([idOf(1)])).toEqual(before)
    })

    test('a text without meaning counts as embedded', async () => {
      const store = await stores.fresh([await aNewMemory({ text: '…', vector: small(0, 0) })])
      expect(await store.unembedded(other, 10)).toEqual([])
    })
  })
}
