import { beforeAll, describe, expect, test } from 'vitest'
import type { Candidate } from '#ww/memory/recall/ranking/candidates.js'
import { cosine } from '#ww/memory/recall/ranking/cosine.js'
import { StoreConflict } from '#ww/ports/store/errors.js'
import { plainSet, termCountsOf, tokensOf } from '../../../support/candidates.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { indexOf, model, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, useStores } from '../stores.js'

const texts = [
  'Anna: did the deploy of src/app.ts fail with ECONNREFUSED on 5 May 2025?',
  'The deploy failed, and the second deploy failed too: deploy by hand.',
  '部署失败了，我们重新部署。',
  '🚀',
]

export function describeCandidates(open: OpenStore): void {
  describe('findCandidates', () => {
    const stores = useStores(open)

    test('[REC7] of an empty store finds nothing', async () => {
      const store = await stores.fresh()
      const vector = await vectorOf('deploy')
      const nothing = { documents: 0, averageLength: 0, documentFrequencies: [0] }
      expect(await store.findCandidates({ ...anyCandidate, terms: ['deploy'], vectors: [vector] })).toEqual({
        total: 0,
        isExhaustive: true,
        statistics: { ...nothing, answers: nothing },
        candidates: [],
      })
    })

    describe('gives all that ranking needs', () => {
      let store: InspectedStore
      let found: Map<string, Candidate>
      const candidate = (number: number): Candidate => found.get(idOf(number))!
      const terms = ['deploy', 'nowhere', 'src/app.ts', '部署']

      beforeAll(async () => {
        store = await stores.fresh(
          await newMemories([
            { id: idOf(0), text: texts[0]!, facets: { outcome: 'failure' }, importance: 0.75, recordedAt: start + 5 },
            { id: idOf(1), text: texts[1]!, happenedAt: start + minutes(1) },
            { id: idOf(2), text: texts[2]!, kind: 'lesson' },
            { id: idOf(3), text: texts[3]!, vector: null },
          ]),
        )
        const vector = await vectorOf('deploy')
        const set = await store.findCandidates({ ...anyCandidate, terms, vectors: [vector] })
        found = new Map(set.candidates.map((each) => [each.id, each]))
      })

      test('kind, times, importance and outcome', () => {
        expect(candidate(0)).toMatchObject({
          kind: 'episode',
          happenedAt: start,
          recordedAt: start + 5,
          importance: 0.75,
          outcome: 'failure',
        })
        expect(candidate(1)).toMatchObject({ happenedAt: start + minutes(1), outcome: null })
        expect(candidate(2)).toMatchObject({ kind: 'lesson' })
      })

      test.each([...texts.entries()])('[REC2] what was indexed of text %i', async (number, text) => {
        const { length, contentTokens, tokens, isQuestion, namesTime, speaker } = await indexOf(text)
        expect(candidate(number)).toMatchObject({ length, contentTokens, isQuestion, namesTime, speaker })
        expect(tokensOf(candidate(number))).toEqual(Array.from(tokens))
      })

      test('[REC9] flags and speaker differ', () => {
        expect(candidate(0)).toMatchObject({ isQuestion: true, namesTime: true, speaker: 'anna' })
        expect(candidate(1)).toMatchObject({ isQuestion: false, namesTime: false, speaker: null })
      })

      test('[REC2] how often each term occurs, in the order asked', () => {
        const counts = [0, 1, 2, 3].map((number) => termCountsOf(candidate(number), terms))
        expect(counts).toEqual([
          [1, 0, 1, 0],
          [3, 0, 0, 0],
          [0, 0, 0, 2],
          [0, 0, 0, 0],
        ])
      })

      test('[REC3] the cosine of its vector with the asked one, null where there is none', async () => {
        const asked = await vectorOf('deploy')
        for (const number of [0, 1, 2]) {
          const stored = await vectorOf(texts[number]!)
          expect(candidate(number).cosineWith(0)).toBe(cosine(asked.values, stored.values))
        }
        expect(candidate(3).cosineWith(0)).toBeNull()
      })

      test('[REC3] no cosines when no vector is asked', async () => {
        const { candidates } = await store.findCandidates(anyCandidate)
        expect(candidates.map((each) => each.cosineWith(0))).toEqual([null, null, null, null])
      })

      test('[REC2] many tokens and terms are given back in full', async () => {
        const text = Array.from({ length: 900 }, (_, number) => `word${number}x`).join(' ')
        const given = await aNewMemory({ text, session: 'long' })
        await store.commit({ at: start, add: [given] })
        const terms = Array.from({ length: 900 }, (_, number) => `word${number}x`)
        const { candidates } = await store.findCandidates({ ...anyCandidate, filter: { session: 'long' }, terms })
        expect(termCountsOf(candidates[0]!, terms).every((count) => count === 1)).toBe(true)
        expect(tokensOf(candidates[0]!)).toEqual(Array.from(given.index.tokens))
      })
    })

    test('[REC2] statistics are of the whole store, not of what passes', async () => {
      const words = ['one', 'one two', 'one two three three', 'four']
      const store = await stores.fresh(
        await newMemories([
          ...words.map((text, number) => ({ text: `${text} pear`, session: `s${number % 2}` })),
          { text: 'one', state: 'hidden' as const },
        ]),
      )
      const terms = ['two', 'pear', 'three', 'nowhere', 'one']
      const indexes = await Promise.all([...words.map((text) => indexOf(`${text} pear`)), indexOf('one')])
      const { statistics } = await store.findCandidates({ ...anyCandidate, filter: { session: 's0' }, terms })
      const frequency = (term: string) => indexes.filter((index) => index.terms.has(term)).length
      expect(statistics).toEqual({
        documents: 5,
        averageLength: indexes.reduce((sum, { length }) => sum + length, 0) / 5,
        documentFrequencies: terms.map(frequency),
        answers: { documents: 0, averageLength: 0, documentFrequencies: [0, 0, 0, 0, 0] },
      })
    })

    test('[REC2] terms are told apart to the letter', async () => {
      const given = ['straße', 'strasse', 'résumé', 'resume', 'İ', 'a"b', "it's", 'a*', 'x OR y', '', ' ', '100%', '🚀']
      const index = await indexOf('x')
      const store = await stores.fresh(
        await newMemories(given.map((term) => ({ index: { ...index, terms: new Map([[term, 2]]) } }))),
      )
      const terms = [...given, 'a', 'x']
      const { statistics, candidates } = await store.findCandidates({ ...anyCandidate, terms })
      expect(statistics.documentFrequencies).toEqual([...given.map(() => 1), 0, 0])
      const counted = candidates.map((each) => termCountsOf(each, terms).indexOf(2)).sort((a, b) => a - b)
      expect(counted).toEqual(given.map((_, number) => number))
    })

    test('[REC7] everything is a candidate up to the bound, and not above it', async () => {
      const store = await stores.fresh(
        await newMemories(Array.from({ length: 10 }, (_, n) => ({ joinsScene: false, happenedAt: start + n }))),
      )
      const request = { ...anyCandidate, perRetriever: 1, newest: 3 }
      const below = await store.findCandidates({ ...request, exhaustiveUpTo: 10 })
      expect(below).toMatchObject({ total: 10, isExhaustive: true })
      expect(below.candidates.length).toBe(10)
      const above = await store.findCandidates({ ...request, exhaustiveUpTo: 9 })
      expect(above).toMatchObject({ total: 10, isExhaustive: false })
      expect(above.candidates.length).toBe(3)
    })

    test('[COM15] a change shows, in importance and outcome', async () => {
      const store = await stores.fresh([await aNewMemory({ id: idOf(1), facets: { outcome: 'failure' } })])
      await store.findCandidates(anyCandidate)
      const change = { id: idOf(1), version: 1, importance: 0.9, facets: { outcome: 'success' } }
      await store.commit({ at: start + 1, change: [change] })
      const { candidates } = await store.findCandidates(anyCandidate)
      expect(candidates).toMatchObject([{ importance: 0.9, outcome: 'success' }])
      await expect(store.commit({ at: start, change: [change] })).rejects.toBeInstanceOf(StoreConflict)
    })

    test('[REC7] what is added between two calls is found by the second', async () => {
      const store = await stores.fresh()
      const vector = await vectorOf('heron')
      for (let number = 1; number <= 5; number++) {
        const text = `heron heron${number}`
        await store.commit({ at: start, add: [await aNewMemory({ id: idOf(number), text })] })
        const request = { ...anyCandidate, terms: ['heron', `heron${number}`], vectors: [vector] }
        const { total, candidates, statistics } = await store.findCandidates(request)
        expect({ total, statistics }).toMatchObject({ total: number, statistics: { documentFrequencies: [number, 1] } })
        const newest = candidates.find(({ id }) => id === idOf(number))!
        expect(newest.cosineWith(0)).toBe(cosine(vector.values, (await vectorOf(text)).values))
        expect(termCountsOf(newest, request.terms)).toEqual([1, 1])
      }
    })

    test('[REC12] the same question gets the same answer', async () => {
      const place = stores.newPlace()
      const store = await stores.open(place)
      const add = await newMemories(Array.from({ length: 60 }, (_, n) => ({ text: `heron ${n % 7} pond ${n % 3}` })))
      await store.commit({ at: start, add })
      const vectors = [await vectorOf('heron')]
      const request = { ...anyCandidate, terms: ['heron', 'pond'], vectors, perRetriever: 10 }
      const few = { ...request, newest: 5, exhaustiveUpTo: 10 }
      const find = async (from: InspectedStore) => plainSet(await from.findCandidates(few), few)
      const answer = await find(store)
      expect(await find(store)).toEqual(answer)
      const other = await find(await stores.open(place))
      expect(idsOf(other.candidates).sort()).toEqual(idsOf(answer.candidates).sort())
    })

    test('[REC3] a model that the store has never seen finds by words and recency', async () => {
      const store = await stores.fresh(await newMemories([{ text: 'heron' }, { text: 'pond' }]))
      const vector = { model: `${model} of tomorrow`, values: new Int8Array([1, 2, 3]) }
      const { candidates } = await store.findCandidates({ ...anyCandidate, terms: ['heron'], vectors: [vector] })
      expect(candidates.map((each) => each.cosineWith(0))).toEqual([null, null])
    })
  })
}
