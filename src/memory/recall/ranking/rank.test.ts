import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createStaticEmbedder } from '../../../adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '../../../adapters/embedders/static/static-token-space.js'
import type { TokenSpace } from '../../../ports/token-space.js'
import { background } from '../constants.js'
import { analyseQuery } from '../query/analyse-query.js'
import type { Query } from '../query/query.js'
import { analyseText } from '../text/analyse-text.js'
import type { Candidate, CandidateSet } from './candidates.js'
import { cosine } from './cosine.js'
import { rankCandidates, scenesToComplete } from './rank.js'

const now = Date.UTC(2024, 0, 15, 12)
const day = 86_400_000
const embedder = createStaticEmbedder()
let tokens: TokenSpace
beforeAll(async () => {
  tokens = await openStaticTokenSpace()
})

type Told = string | ({ readonly text: string } & Partial<Candidate>)

const ask = (text: string) => analyseQuery(text, { tokens, now, languages: ['en'] })

/** The store's part: everything told is a candidate, each in a scene of its own unless it says otherwise. */
async function setOf(query: Query, told: readonly Told[]): Promise<CandidateSet> {
  const given = told.map((each) => (typeof each === 'string' ? { text: each } : each))
  const asked = await embedder.embedQuery(query.text)
  const vectors = await embedder.embed(given.map(({ text }) => text))
  const indexes = await Promise.all(given.map(({ text }) => analyseText(text, tokens)))
  const candidates = given.map(({ text, ...more }, at): Candidate => {
    const { terms, language, tokens: pool, ...index } = indexes[at]
    return {
      id: `ep-${String(at).padStart(3, '0')}`,
      kind: 'episode',
      happenedAt: now - 30 * day,
      recordedAt: now - 30 * day,
      importance: 0.5,
      outcome: null,
      scene: 0,
      isInConversation: false,
      order: at,
      cosineWith: () => cosine(asked, vectors[at]),
      answers: [],
      tokens: { pool, from: 0, to: pool.length },
      hasTerms: query.terms.some((term) => terms.has(term)),
      termCount: (place) => terms.get(query.terms[place]) ?? 0,
      ...index,
      ...more,
    }
  })
  const documentFrequencies = query.terms.map((term) => indexes.filter(({ terms }) => terms.has(term)).length)
  const averageLength = indexes.reduce((sum, { length }) => sum + length, 0) / Math.max(1, indexes.length)
  const answers = { documents: 0, averageLength: 0, documentFrequencies: query.terms.map(() => 0) }
  const statistics = { documents: told.length, averageLength, documentFrequencies, answers }
  return { total: told.length, isExhaustive: true, statistics, candidates }
}

/** The lines of two who talk with each other (REC15). */
const spoken = (...lines: readonly Told[]) =>
  lines.map((line, order) => ({
    ...(typeof line === 'string' ? { text: line } : line),
    scene: 7,
    isInConversation: true,
    order,
    speaker: order % 2 === 0 ? 'anna' : 'ben',
  }))

async function recall(question: string, told: readonly Told[], options = {}) {
  const query = await ask(question)
  const set = await setOf(query, told)
  const ranking = rankCandidates([query], set, options)
  const places = ranking.ranked.map(({ candidate }) => Number(candidate.id.slice(3)))
  const explained = (at: number) => ranking.explain(set.candidates[at].id)!
  const part = (at: number, name: string) => explained(at).parts.find((each) => each.name === name)
  return { ...ranking, set, places, explained, part }
}

const others = [
  'The quarterly report is due on Monday.',
  'Ben is allergic to peanuts.',
  'We decided to write the importer in Rust.',
  'The office plants are watered by Deniz.',
  'Emil plays the cello in an orchestra.',
]

describe('similarity', () => {
  test('[REC2] the lexical score is BM25 over its ceiling', async () => {
    const { part, set } = await recall('peanuts cello', ['peanuts', ...others])
    const [peanuts, cello] = (await ask('peanuts cello')).words
    const texts = set.statistics.documents
    // REC19: together with texts in general.
    const documents = texts + background.documents
    const averageLength =
      (texts * set.statistics.averageLength + background.documents * background.textLength) / documents
    const idf = (found: number, share: number) => {
      const frequency = found + background.documents * share
      return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))
    }
    const weights = [idf(2, peanuts.background), idf(1, cello.background)]
    const saturated = 1 / (1 + 1.2 * (0.25 + (0.75 * 1) / averageLength))
    expect(part(0, 'lexical')?.value).toBeCloseTo((weights[0] * saturated) / (weights[0] + weights[1]), 4)
  })

  test('[REC2] every score lies in [0, 1]', async () => {
    const { explained, places } = await recall('cello cello peanuts report', ['cello '.repeat(80), ...others])
    for (const at of places) {
      for (const { value } of explained(at).parts) {
        if (value !== undefined) expect(value >= 0 && value <= 1).toBe(true)
      }
    }
  })

  test.each(['ECONNREFUSED', 'src/a.ts', 'v1.2.3', '#123', 'foo_bar'])(
    '[REC2] %s is found as a whole',
    async (code) => {
      const near = ['CONNRESET refused', 'src b ts a', 'v1.2.4', '#124', 'foo and bar']
      const { places, explained } = await recall(`what about ${code}`, [...near, `we saw ${code} there`])
      expect(places[0]).toBe(5)
      expect(explained(5).matchedWords).toContain(code)
    },
  )

  test('[REC3] the vector score is the cosine, clipped at 0', async () => {
    const told = ['my puppy plays outside', ...others]
    const { part } = await recall('a dog in the garden', [
      ...told,
      { text: 'the opposite of it', cosineWith: () => -0.5 },
    ])
    const query = await embedder.embedQuery('a dog in the garden')
    const vectors = await embedder.embed(told)
    vectors.forEach((vector, at) => {
      expect(part(at, 'vector')?.value).toBeCloseTo(Math.max(0, cosine(query, vector)), 4)
    })
    expect(part(told.length, 'vector')?.value).toBe(0)
  })

  test('[REC4] a near word counts by its cosine, an identical one as 1, a far one not at all', async () => {
    const { part, explained } = await recall('hiking', ['hiking', 'trail', 'invoice'])
    expect(part(0, 'soft')?.value).toBe(1)
    const [hiking] = tokens.tokenize('hiking')
    const [trail] = tokens.tokenize('trail')
    const near = tokens.near(hiking, 0.35)
    const cosine = near.cosines[near.tokens.indexOf(trail)]
    expect(part(1, 'soft')?.value).toBeCloseTo(cosine, 4)
    expect(part(2, 'soft')?.value).toBe(0)
    expect(explained(1).softPairs).toEqual([{ queryToken: hiking, textToken: trail, cosine }])
  })

  test('[REC5] weights are 0.25, 0.45 and 0.30, and can be given', async () => {
    const weightsIn = async (options = {}) => {
      const { part } = await recall('peanuts', others, options)
      return ['lexical', 'vector', 'soft'].map((name) => part(1, name)?.weight)
    }
    expect(await weightsIn()).toEqual([0.25, 0.45, 0.3])
    expect(await weightsIn({ weights: { lexical: 0.5, vector: 0.2, soft: 0.3 } })).toEqual([0.5, 0.2, 0.3])
  })

  test('[REC5] a memory that is not embedded yet is scored by the other retrievers, with the same total', async () => {
    const { part, places } = await recall('peanuts', [
      ...others,
      { text: 'Peanuts are bad for Ben.', cosineWith: () => null },
    ])
    expect(part(5, 'vector')).toBeUndefined()
    expect(part(5, 'lexical')!.weight! + part(5, 'soft')!.weight!).toBeCloseTo(1, 4)
    expect(places.slice(0, 2).toSorted()).toEqual([1, 5])
  })
})

describe('context', () => {
  const notes = (...texts: readonly string[]) => texts.map((text, order) => ({ text, scene: 7, order }))

  test('[REC6] the answer follows the question', async () => {
    const talk = spoken('How is your new puppy?', 'Oh, adorable and wild!', 'Great.')
    const { places, part, set } = await recall('How is the puppy of Ben?', [...talk, ...others])
    expect(places.indexOf(1)).toBeLessThan(2)
    expect(set.candidates[0].isQuestion).toBe(true)
    expect(part(1, 'answer')!.contribution).toBeCloseTo(1.5 * part(1, 'previous')!.contribution, 3)
  })

  test('[REC6] a decision after question and answer still belongs to the question', async () => {
    const talk = spoken(
      'What about the licence, someone asks.',
      'Cargo.toml says MIT.',
      'Both then, as usual in Rust.',
      'And the colours are hard to read.',
    )
    const { part } = await recall('what licence are we under', [...talk, ...others])
    const similarity = ['lexical', 'vector', 'soft'].reduce((sum, name) => sum + part(0, name)!.contribution, 0)
    expect(part(1, 'exchange')).toBeUndefined()
    expect(part(2, 'exchange')!.contribution).toBeCloseTo(0.1 * similarity, 3)
    // The one word that counts is two turns before: half as good as in the text itself, and no help any later.
    expect(part(2, 'coverage')!.contribution).toBeCloseTo(0.5 * part(0, 'coverage')!.contribution, 3)
    expect(part(3, 'coverage')).toBeUndefined()
  })

  test('[REC6] a conversation lifts its lines', async () => {
    const { part } = await recall('puppy', [...spoken('The puppy sleeps.', 'Nice weather.'), ...others])
    expect(part(0, 'scene')!.contribution).toBeGreaterThan(0)
    expect(part(1, 'scene')!.contribution).toBe(part(0, 'scene')!.contribution)
  })

  test('[REC15] notes and a lone memory are judged by themselves', async () => {
    const { part } = await recall('puppy', [...notes('The puppy sleeps.', 'Nice weather.'), ...others, 'A puppy!'])
    for (const at of [0, 1, 7]) {
      for (const name of ['previous', 'next', 'scene']) expect(part(at, name)).toBeUndefined()
    }
  })

  test('[REC6] filtered memories do not count', async () => {
    const talk = spoken('How is your puppy?', 'Adorable!')
    const withQuestion = await recall('puppy', [...talk, ...others])
    const without = await recall('puppy', [...talk.slice(1), ...others])
    expect(withQuestion.part(1, 'answer')).toBeDefined()
    expect(without.part(0, 'answer')).toBeUndefined()
    expect(without.part(0, 'previous')).toBeUndefined()
  })

  test('[REC6] the order in the scene counts, not the order of finding', async () => {
    const query = await ask('How is the puppy?')
    const set = await setOf(query, [...notes('How is your puppy?', 'Adorable!', 'Bye.'), ...others])
    const backwards = { ...set, candidates: set.candidates.toReversed() }
    expect(rankCandidates([query], backwards).ranked).toEqual(rankCandidates([query], set).ranked)
  })

  test('[REC7] names the conversations to complete, best first; notes and lone memories have none', async () => {
    const query = await ask('How is the puppy?')
    const set = await setOf(query, [
      { text: 'The importer is done.', scene: 3, isInConversation: true },
      { text: 'The puppy is fine.', scene: 9, isInConversation: true },
      { text: 'A puppy slept.', scene: 12 },
      'A puppy barked.',
    ])
    expect(scenesToComplete([query], set).scenes).toEqual([9, 3])
  })
})

describe('cues', () => {
  test('[REC8] a date boosts what happened then, and fades in the days after; it never filters', async () => {
    const at = (happenedAt: number) => ({ text: 'We met at the lake.', happenedAt })
    const on = Date.UTC(2023, 4, 8, 15)
    const told = spoken(at(on - 40 * day), at(on), at(on + 3 * day), 'The lake party was on May 8th, 2023.')
    const { part, ranked } = await recall('Whom did we meet on 8 May 2023?', told)
    expect(part(0, 'date')).toBeUndefined()
    expect(part(1, 'date')?.contribution).toBe(0.35)
    expect(part(2, 'date')!.contribution).toBeLessThan(0.35)
    expect(part(3, 'date')?.contribution).toBe(0.35)
    expect(ranked.length).toBe(4)
  })

  test('[REC8] "last week" is relative to the time of the query', async () => {
    const told = [3, 5, 20].map((days) => ({ text: 'We met.', happenedAt: now - days * day }))
    const { part } = await recall('Whom did we meet last week?', told)
    expect([0, 1, 2].map((at) => part(at, 'date') !== undefined)).toEqual([true, true, false])
  })

  test('[REC8] a range without a year is that of any year, to its last day', async () => {
    const at = (month: number) => ({ text: 'We met.', happenedAt: Date.UTC(2021, month - 1, 15) })
    const told = spoken(at(2), at(3), at(8), at(12))
    const { part } = await recall('Whom did we meet between March and December?', told)
    const contributions = [0, 1, 2, 3].map((place) => part(place, 'date')?.contribution)
    expect(contributions).toEqual([undefined, 0.35, 0.35, 0.35])
  })

  test('[REC9] ± 0.04 for the speaker that the query names', async () => {
    const { part } = await recall('What does Anna like?', ['Anna: tea', 'Ben: tea', 'tea'])
    expect([0, 1, 2].map((at) => part(at, 'speaker')?.contribution)).toEqual([0.04, -0.04, undefined])
  })

  test('[REC9] − 0.09 for a question, + 0.18 for a time when one is asked for', async () => {
    const told = spoken('What about tea?', 'Tea came yesterday.')
    const when = await recall('When did the tea come?', told)
    expect(when.part(0, 'question')?.contribution).toBe(-0.09)
    expect(when.part(1, 'time')?.contribution).toBe(0.18)
    expect((await recall('Which tea?', told)).part(1, 'time')).toBeUndefined()
  })

  test('[REC9] substance and verbosity go by the distinct content tokens', async () => {
    const told = [10, 40, 400].map((contentTokens) => ({ text: 'tea', contentTokens }))
    const { part } = await recall('tea', spoken(...told))
    expect([0, 1].map((at) => part(at, 'substance')?.contribution)).toEqual([0.075, 0.15])
    expect(part(1, 'verbosity')).toBeUndefined()
    expect(part(2, 'verbosity')?.contribution).toBeCloseTo(-0.13 * (Math.log(401) - 4), 3)
  })

  test('[REC9] a quoted phrase and an exact identifier boost', async () => {
    const told = ['connection refused by ECONNREFUSED', 'refused a connection', 'nothing']
    const { part } = await recall('"connection refused" ECONNREFUSED', told, { phraseMatches: new Set(['ep-000']) })
    expect(part(0, 'phrase')!.contribution).toBeGreaterThan(0)
    expect(part(1, 'phrase')).toBeUndefined()
    expect(part(0, 'identifier')!.contribution).toBeGreaterThan(0)
    expect(part(1, 'identifier')).toBeUndefined()
  })

  test.each(['???', 'what is it'])('[REC1] "%s" is answered by recency', async (question) => {
    const told = [300, 2, 40].map((days) => ({ text: 'tea', happenedAt: now - days * day }))
    const { places, nothingRelevant } = await recall(question, told)
    expect(places).toEqual([1, 2, 0])
    expect(nothingRelevant).toBe(false)
  })
})

describe('languages', () => {
  test.each([
    ['超市', ['我昨天去了超市买苹果', '今天天气很好', '我喜欢看电影']],
    ['猫', ['我的猫很可爱', '今天天气很好', '我喜欢看电影']],
    ['映画を見た', ['昨日は友達と映画を見ました', '今日は雨です', '私は学生です']],
    ['학교', ['나는 어제 학교에서 친구를 만났다', '오늘은 비가 온다', '저는 커피를 좋아해요']],
    ['Häuser', ['Das HAUSER-Tor ist offen', 'Der Garten ist grün', 'Ich trinke Tee']],
    ['🍕', ['Dinner 🍕', 'Dinner 🍔', 'Breakfast']],
  ])('[REC11] "%s" finds the text that contains it', async (question, told) => {
    const { places, explained } = await recall(question, told)
    expect(places[0]).toBe(0)
    expect(explained(0).matchedWords.length).toBeGreaterThan(0)
  })
})

describe('the answer', () => {
  test('[REC10] the parts sum to the score, and the curve makes it the relevance', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...others, 'Anna: Where is it?', 'Anna: It came on Monday.'), { minLength: 1 }),
        fc.constantFrom('When did Anna play cello?', 'peanuts in Rust', 'report on 8 May 2023', '???'),
        async (texts, question) => {
          const told = texts.map((text, order) => ({ text, scene: 1 + (order % 2), order }))
          const { explained, ranked, set } = await recall(question, told)
          for (const { candidate, score, relevance } of ranked) {
            const { parts, curve, ...shown } = explained(set.candidates.indexOf(candidate))
            const sum = parts.reduce((total, { contribution }) => total + contribution, 0)
            expect(Math.abs(sum - score)).toBeLessThan(0.0005)
            expect(shown.score).toBeCloseTo(score, 4)
            expect(relevance).toBeCloseTo(1 / (1 + Math.exp(-curve.steepness * (score - curve.middle))), 10)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test('[REC13] relevance falls with the rank and lies between 0 and 1', async () => {
    const { ranked } = await recall('Who is allergic to peanuts?', others)
    ranked.forEach(({ relevance }, at) => {
      expect(relevance).toBeGreaterThan(0)
      expect(relevance).toBeLessThan(1)
      if (at > 0) expect(relevance).toBeLessThanOrEqual(ranked[at - 1].relevance)
    })
    expect(ranked[0].relevance).toBeGreaterThan(0.7)
    expect(ranked[2].relevance).toBeLessThan(0.1)
  })

  test('[COM9] ties break by id', async () => {
    const { places } = await recall('tea', ['tea', 'tea', 'tea', 'tea'])
    expect(places).toEqual([0, 1, 2, 3])
  })

  test('[REC14] reports when nothing relevant is stored', async () => {
    expect((await recall('Who is allergic to peanuts?', others)).nothingRelevant).toBe(false)
    expect((await recall('Who has an allergy?', others)).nothingRelevant).toBe(false)
    expect((await recall('Which dentist does Goran recommend in Lisbon?', others)).nothingRelevant).toBe(true)
    expect((await recall('Who is allergic to peanuts?', [])).nothingRelevant).toBe(true)
  })

  test('[REC14] a name is covered only by itself', async () => {
    const told = [...others, 'Melanie went to Rome.']
    expect((await recall('Where did Melanie go?', told)).nothingRelevant).toBe(false)
    expect((await recall('Where did Caroline go?', told)).nothingRelevant).toBe(true)
  })

  test('[REC14] a date in the query is not missed in the texts', async () => {
    const told = [...others, { text: 'Anna bought a kayak.', happenedAt: Date.UTC(2023, 4, 8) }]
    expect((await recall('What did Anna buy on 8 May 2023?', told)).nothingRelevant).toBe(false)
  })

  test('[REC14] a date asks what happened then, unless it names an unknown person', async () => {
    const told = [...others, { text: 'Anna bought a kayak.', happenedAt: Date.UTC(2023, 4, 8) }]
    for (const when of ['on 8 May 2023', 'between 3 and 9 May 2023']) {
      expect((await recall(`What happened ${when}?`, told)).nothingRelevant).toBe(false)
      expect((await recall(`Where was Anna ${when}?`, told)).nothingRelevant).toBe(false)
      expect((await recall(`Where was Goran ${when}?`, told)).nothingRelevant).toBe(true)
    }
  })
})
