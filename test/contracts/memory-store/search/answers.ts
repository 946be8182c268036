import { beforeAll, describe, expect, test } from 'vitest'
import type { Candidate, Comparable } from '#ww/memory/recall/ranking/candidates.js'
import { cosine } from '#ww/memory/recall/ranking/cosine.js'
import type { CandidateRequest } from '#ww/ports/store/search.js'
import type { IndexedAnswer } from '#ww/ports/store/write.js'
import { cosinesOf, plainSet, termCountsOf, tokensOf } from '../../../support/candidates.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aNewMemory, idOf, newMemories, start } from '../../../support/memories.js'
import { answerOf, answersOf, indexOf, model, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, type OpenStore, rankIds, useStores } from '../stores.js'

const questions = ['Which colour is the front door?', 'What was painted in spring?'] as const
const nothing = (terms: readonly string[]) => ({
  documents: 0,
  averageLength: 0,
  documentFrequencies: terms.map(() => 0),
})

export function describeAnswers(open: OpenStore): void {
  describe('answers', () => {
    const stores = useStores(open)

    /** Each in no scene, so that nothing is found as a neighbour. */
    const lone = (id: number, text: string, answers?: readonly (string | IndexedAnswer)[]) => ({
      id: idOf(id),
      text,
      joinsScene: false,
      happenedAt: start - id,
      ...(answers === undefined ? {} : { answers }),
    })
    const crowd = Array.from({ length: 20 }, (_, number) => lone(100 + number, `heron ${number} in the pond`))
    const retrieversOnly = { ...anyCandidate, perRetriever: 3, newest: 0, exhaustiveUpTo: 0 }

    const candidateIn = async (store: InspectedStore, request: CandidateRequest, id: string): Promise<Candidate> => {
      const { candidates } = await store.findCandidates(request)
      return candidates.find((each) => each.id === id)!
    }

    describe('gives all that ranking needs', () => {
      const terms = ['colour', 'spring', 'green', 'nowhere']
      let store: InspectedStore
      let answers: readonly Comparable[]
      let vectors: CandidateRequest['vectors']

      beforeAll(async () => {
        store = await stores.fresh(await newMemories([lone(1, 'It is green now.', questions), ...crowd]))
        vectors = [await vectorOf('the colour of the door'), await vectorOf('spring')]
        answers = (await candidateIn(store, { ...anyCandidate, terms, vectors }, idOf(1))).answers
      })

      test('[REC25] each answer is a document of its own', async () => {
        const indexes = await Promise.all(questions.map((question) => indexOf(question)))
        expect(answers.map(({ length }) => length)).toEqual(indexes.map(({ length }) => length))
        expect(answers.map(tokensOf)).toEqual(indexes.map(({ tokens }) => Array.from(tokens)))
        expect(answers.map((each) => termCountsOf(each, terms))).toEqual([
          [1, 0, 0, 0],
          [0, 1, 0, 0],
        ])
      })

      test('[REC24] cosines for each wording', async () => {
        const stored = await Promise.all(questions.map((question) => vectorOf(question)))
        expect(answers.map((each) => cosinesOf(each, vectors))).toEqual(
          stored.map(({ values }) => vectors.map((asked) => cosine(asked.values, values))),
        )
        const text = (await vectorOf('It is green now.')).values
        const found = await candidateIn(store, { ...anyCandidate, vectors }, idOf(1))
        expect(cosinesOf(found, vectors)).toEqual(vectors.map((asked) => cosine(asked.values, text)))
      })

      test('[REC25] a memory without answers has none', async () => {
        const found = await candidateIn(store, { ...anyCandidate, terms, vectors }, idOf(100))
        expect(found.answers).toEqual([])
      })

      test('[REC25] no cosines when no vector is asked, or one of another model', async () => {
        const other = [{ model: `${model} of tomorrow`, values: new Int8Array([1, 2, 3]) }]
        for (const asked of [[], other]) {
          const found = await candidateIn(store, { ...anyCandidate, vectors: asked }, idOf(1))
          expect(found.answers.map((each) => each.cosineWith(0))).toEqual([null, null])
        }
      })

      test('[REC16] the vectors of texts and answers', async () => {
        const ids = [idOf(100), idOf(1)]
        const found = await store.findVectors({ ...anyCandidate, vectors }, ids)
        const toPlain = (values: Int8Array) => Array.from(values)
        const expected = async (text: string) => toPlain((await vectorOf(text)).values)
        expect(
          found.map(({ text, answers }) => ({ text: text && toPlain(text), answers: answers.map(toPlain) })),
        ).toEqual([
          { text: await expected('heron 0 in the pond'), answers: [] },
          {
            text: await expected('It is green now.'),
            answers: await Promise.all(questions.map((question) => expected(question))),
          },
        ])
        expect(await store.findVectors(anyCandidate, [idOf(1)])).toEqual([{ text: null, answers: [] }])
      })
    })

    test('[REC25] answers have statistics of their own', async () => {
      const asked = ['Who feeds the heron?', 'Where is the heron, the grey heron?', 'Who swims?']
      const store = await stores.fresh(
        await newMemories([
          lone(1, 'heron', asked.slice(0, 2)),
          { ...lone(2, 'heron pond', asked.slice(2)), state: 'hidden' },
        ]),
      )
      const terms = ['heron', 'pond', 'grey']
      const indexes = await Promise.all(asked.map((question) => indexOf(question)))
      const { statistics } = await store.findCandidates({ ...anyCandidate, terms })
      expect(statistics).toMatchObject({ documents: 2, documentFrequencies: [2, 1, 0] })
      expect(statistics.answers).toEqual({
        documents: 3,
        averageLength: indexes.reduce((sum, { length }) => sum + length, 0) / 3,
        documentFrequencies: [2, 0, 1],
      })
    })

    describe('finds', () => {
      let store: InspectedStore
      const found = async (request: Partial<CandidateRequest>) =>
        idsOf((await store.findCandidates({ ...retrieversOnly, ...request })).candidates).sort()

      beforeAll(async () => {
        store = await stores.fresh(
          await newMemories([
            lone(1, 'It is green now.', questions),
            { ...lone(2, 'Blue.', ['Which colour is the garage?']), session: 'rare' },
            ...crowd.map((each, number) => ({ ...each, answers: [`What colour is heron ${number}?`] })),
          ]),
        )
      })

      test('[REC25] a memory is found by a question that it answers, above the exhaustive limit too', async () => {
        expect(await found({ terms: ['painted', 'spring'] })).toEqual([idOf(1)])
        expect(await found({ vectors: [await vectorOf(questions[1])], perRetriever: 1 })).toContain(idOf(1))
        expect((await rankIds(store, questions[0]))[0]).toBe(idOf(1))
      })

      test('[REC24] each wording finds by its vector', async () => {
        const vectors = [await vectorOf(questions[0]), await vectorOf('Which colour is the garage?')]
        expect(await found({ vectors, perRetriever: 1 })).toEqual(expect.arrayContaining([idOf(1), idOf(2)]))
      })

      test('[REC7] an answer behind better ones that do not pass', async () => {
        const [terms, filter] = [['colour', 'heron'], { session: 'rare' }]
        expect(await found({ terms, filter, perRetriever: 1 })).toEqual([idOf(2)])
        const vectors = [await vectorOf('What colour is heron 7?')]
        expect(await found({ vectors, filter, perRetriever: 1 })).toEqual([idOf(2)])
        expect(await found({ terms, vectors, filter: { session: 'nowhere' } })).toEqual([])
      })

      test('[REC7] as large a share of the answers as is asked for', async () => {
        const request = { terms: ['colour'], perRetriever: 8 }
        expect(await found(request)).toHaveLength(8)
        expect(await found({ ...request, answerShare: 0.25 })).toHaveLength(2)
      })

      test('[REC12] of equal answers the later ones', async () => {
        const [first, second] = await newMemories([lone(900, 'one', ['Equal?']), lone(901, 'two', ['Equal?'])])
        await store.commit({ at: start, add: [first!, second!] })
        expect(await found({ terms: ['equal'], perRetriever: 1 })).toEqual([idOf(901)])
      })
    })

    describe('change', () => {
      const terms = ['colour', 'spring', 'height']
      const request = { ...anyCandidate, terms }
      const seen = async (store: InspectedStore) => {
        const vectors = [await vectorOf('colour')]
        return plainSet(await store.findCandidates({ ...request, vectors }), { terms, vectors })
      }

      test('[REC25] a change replaces the answers', async () => {
        const place = stores.newPlace()
        const store = await stores.open(place)
        await store.commit({ at: start, add: [await aNewMemory(lone(1, 'It is green.', questions))] })
        await store.findCandidates(request)
        const answers = await answersOf('What is the height of it?')
        await store.commit({ at: start + 1, change: [{ id: idOf(1), version: 1, answers }] })
        const fresh = await stores.fresh([await aNewMemory(lone(1, 'It is green.', ['What is the height of it?']))])
        const changed = await seen(store)
        expect(changed).toEqual(await seen(fresh))
        expect(changed.statistics.answers).toMatchObject({ documents: 1, documentFrequencies: [0, 0, 1] })
        expect(await seen(await stores.open(place))).toEqual(changed)
        expect(idsOf((await store.findCandidates({ ...retrieversOnly, terms: ['spring'] })).candidates)).toEqual([])
      })

      test('[REC25] a change to other things keeps them, and an empty list removes them', async () => {
        const store = await stores.fresh([await aNewMemory(lone(1, 'It is green.', questions))])
        const before = await seen(store)
        await store.commit({ at: start + 1, change: [{ id: idOf(1), version: 1, tags: ['door'] }] })
        expect(await seen(store)).toEqual(before)
        await store.commit({ at: start + 2, change: [{ id: idOf(1), version: 2, answers: [] }] })
        const { statistics, candidates } = await seen(store)
        expect(statistics.answers).toEqual(nothing(terms))
        expect(candidates).toMatchObject([{ answers: [] }])
      })

      test('[REC25] the last of several changes counts, also to what the same batch adds', async () => {
        const store = await stores.fresh()
        const added = await aNewMemory(lone(1, 'It is green.', questions))
        const change = async (version: number, question: string) => ({
          id: idOf(1),
          version,
          answers: await answersOf(question),
        })
        const changes = [await change(1, questions[0]), await change(2, questions[1])]
        await store.commit({ at: start, add: [{ ...added, changes }] })
        expect((await seen(store)).statistics.answers).toMatchObject({
          documents: 1,
          documentFrequencies: [0, 1, 0],
        })
        await store.commit({ at: start, change: [await change(3, questions[1]), await change(4, questions[0])] })
        const { statistics, candidates } = await seen(store)
        expect(statistics.answers).toMatchObject({ documents: 1, documentFrequencies: [1, 0, 0] })
        expect(candidates).toMatchObject([{ answers: [{ termCounts: [1, 0, 0] }] }])
      })

      test('[REC25] a batch that fails leaves them as they were', async () => {
        const store = await stores.fresh([await aNewMemory(lone(1, 'It is green.', questions))])
        const before = await seen(store)
        const change = [{ id: idOf(1), version: 1, answers: await answersOf('What is the height of it?') }]
        const added = await aNewMemory(lone(2, 'tall', ['What is the height of it?']))
        const failing = store.commit({ at: start, change, connect: [], add: [added, added] })
        const other = store.commit({ at: start, add: [await aNewMemory(lone(3, 'heron'))] })
        await expect(failing).rejects.toThrow()
        await other
        const { statistics, candidates } = await seen(store)
        expect(statistics.answers).toEqual(before.statistics.answers)
        expect(candidates.find(({ id }) => id === idOf(1))).toEqual(before.candidates[0])
      })
    })

    test('[REC25] erasing a memory erases its answers, their words and vectors', async () => {
      const kept = lone(2, 'heron', [questions[0]])
      const store = await stores.fresh(await newMemories([lone(1, 'It is green.', questions), kept]))
      const terms = ['colour', 'spring']
      const request = { ...anyCandidate, terms, vectors: [await vectorOf('colour')] }
      await store.findCandidates(request)
      await store.erase({ at: start, ids: [idOf(1)] })
      const never = await stores.fresh(await newMemories([kept]))
      const left = plainSet(await store.findCandidates(request), request)
      expect(left).toEqual(plainSet(await never.findCandidates(request), request))
      expect(left.statistics.answers.documentFrequencies).toEqual([1, 0])
      const found = await store.findCandidates({ ...retrieversOnly, terms: ['spring'], vectors: request.vectors })
      expect(idsOf(found.candidates)).toEqual([idOf(2)])
      await store.erase({ at: start, ids: [idOf(2)] })
      expect((await store.findCandidates(request)).statistics.answers).toEqual(nothing(terms))
    })

    test('[REC25] answers survive a restart', async () => {
      const place = stores.newPlace()
      const store = await stores.open(place)
      await store.commit({ at: start, add: await newMemories([lone(1, 'It is green.', questions), ...crowd]) })
      const request = { ...anyCandidate, terms: ['colour', 'spring'], vectors: [await vectorOf('spring')] }
      const before = plainSet(await store.findCandidates(request), request)
      await store.close()
      const again = await stores.open(place)
      expect(plainSet(await again.findCandidates(request), request)).toEqual(before)
      const few = { ...retrieversOnly, terms: ['painted'] }
      expect(idsOf((await again.findCandidates(few)).candidates)).toEqual([idOf(1)])
    })

    test('[REC25] what one handle writes the other finds', async () => {
      const [writer, reader] = await stores.pair()
      const few = { ...retrieversOnly, terms: ['painted', 'height'] }
      const found = async () => idsOf((await reader.findCandidates(few)).candidates)
      await writer.commit({ at: start, add: await newMemories([lone(1, 'green', questions), lone(2, 'tall')]) })
      expect(await found()).toEqual([idOf(1)])
      const answers = await answersOf('What is the height of it?')
      await writer.commit({ at: start, change: [{ id: idOf(2), version: 1, answers }] })
      expect((await found()).sort()).toEqual([idOf(1), idOf(2)])
      await writer.erase({ at: start, ids: [idOf(1)] })
      expect(await found()).toEqual([idOf(2)])
    })

    test('[REC25] answers that were not embedded, or have no words, are documents too', async () => {
      const bare = (await answersOf(questions[0], '…')).map(({ index }) => ({ index, vector: null }))
      const store = await stores.fresh([await aNewMemory({ ...lone(1, 'green'), answers: bare })])
      const request = { ...anyCandidate, terms: ['colour'], vectors: [await vectorOf('colour')] }
      const { statistics, candidates } = plainSet(await store.findCandidates(request), request)
      expect(statistics.answers).toMatchObject({ documents: 2, documentFrequencies: [1] })
      expect(candidates[0]!.answers).toMatchObject([
        { termCounts: [1], cosines: [null] },
        { length: 0, termCounts: [0], tokens: [], cosines: [null] },
      ])
      expect(await store.findVectors(request, [idOf(1)])).toMatchObject([{ answers: [] }])
    })

    test('[REC25] a vector of another size than its model has is refused', async () => {
      const store = await stores.fresh([await aNewMemory(lone(1, 'green', questions))])
      const wrong = { ...(await answerOf('Why?')), vector: { model, values: Int8Array.of(1, 2) } }
      await expect(
        store.commit({ at: start, add: [await aNewMemory({ ...lone(2, 'blue'), answers: [wrong] })] }),
      ).rejects.toThrow('2 dimensions')
      expect(idsOf((await store.findCandidates(anyCandidate)).candidates)).toEqual([idOf(1)])
    })
  })
}
