import { beforeAll, describe, expect, test } from 'vitest'
import { openStaticTokenSpace } from '../../../adapters/embedders/static/static-token-space.js'
import type { TokenSpace } from '../../../ports/token-space.js'
import { maxQueryWords } from '../constants.js'
import { analyseQuery } from './analyse-query.js'

const now = Date.UTC(2024, 0, 15, 12)
let tokens: TokenSpace
beforeAll(async () => {
  tokens = await openStaticTokenSpace()
})
const analyse = (text: string, languages: readonly string[] = ['en']) => analyseQuery(text, { tokens, now, languages })

describe('words', () => {
  test('[REC1] each word knows the terms and tokens that find it', async () => {
    const { words, terms, tokens: found } = await analyse('Where did Anna go hiking?')
    expect(words.map(({ surface, terms: places }) => [surface, places.map((place) => terms[place])])).toEqual([
      ['Anna', ['anna']],
      ['hiking', ['hiking', 'hike']],
    ])
    expect(words.map((word) => word.tokens.map((place) => tokens.spell(found[place])))).toEqual([['anna'], ['hiking']])
  })

  test('[REC1] a query of only stop words keeps them, one of symbols has none', async () => {
    const stops = await analyse('what is it?')
    expect(stops.terms).toEqual(['what', 'is', 'it'])
    expect(stops.isVague).toBe(true)
    const symbols = await analyse('??? !!')
    expect(symbols.terms).toEqual([])
    expect(symbols.isVague).toBe(true)
    expect((await analyse('Anna')).isVague).toBe(false)
  })

  test('[REC1] proper names are distinguished from sentence beginnings', async () => {
    const { words } = await analyse('Deploying failed. Did Anna Lee restart Kafka?')
    expect(words.filter(({ isName }) => isName).map(({ surface }) => surface)).toEqual(['Anna', 'Lee', 'Kafka'])
  })

  test('[REC2] exact identifiers are distinguished from words', async () => {
    const { words } = await analyse('ECONNREFUSED in src/a.ts since v1.2.3 or self-made error')
    expect(words.filter(({ isIdentifier }) => isIdentifier).map(({ surface }) => surface)).toEqual([
      'ECONNREFUSED',
      'src/a.ts',
      'v1.2.3',
    ])
  })

  test('[REC11] a query tries the stems of the languages in the store', async () => {
    expect((await analyse('Häuser', ['en', 'de'])).terms).toContain('haus')
    expect((await analyse('Häuser', ['en'])).terms).not.toContain('haus')
  })

  test('[REC11] the stop words are those of the query’s language', async () => {
    expect((await analyse('wo ist die Katze', ['de'])).terms).not.toContain('die')
    expect((await analyse('how did she die', ['de'])).terms).toContain('die')
  })

  test('[REC11] Han: bigrams, and a single character when it is alone', async () => {
    expect((await analyse('超市在哪')).terms).toEqual(['超市', '市在', '在哪'])
    expect((await analyse('猫')).terms).toEqual(['猫'])
  })

  test('[REC1] a pasted page keeps its first distinct words', async () => {
    const page = Array.from({ length: 1_500 }, (_, i) => `word${i}`)
      .join(' ')
      .slice(0, 10_000)
    const { words } = await analyse(page)
    expect(words.length).toBe(maxQueryWords)
    expect(words[0].surface).toBe('word0')
  })
})

describe('phrases', () => {
  test.each(['"connection refused"', '“connection refused”', '„connection refused“', '«connection refused»'])(
    '[REC1] %s is a phrase',
    async (quoted) => {
      const { phrases, words } = await analyse(`where is ${quoted} logged`)
      expect(phrases.map(({ text }) => text)).toEqual(['connection refused'])
      expect(phrases[0].words.map((place) => words[place].surface)).toEqual(['connection', 'refused'])
    },
  )
})

describe('times', () => {
  const spansOf = async (text: string) =>
    (await analyse(text)).spans.map(({ from, to }) => [from, to].map((at) => new Date(at).toISOString().slice(0, 10)))

  test.each([
    ['what happened yesterday', '2024-01-14', '2024-01-15'],
    ['what did we do last week', '2024-01-08', '2024-01-15'],
    ['what did we do last weekend', '2024-01-13', '2024-01-15'],
    ['what did we do last month', '2023-12-01', '2024-01-01'],
    ['what did we do on Friday', '2024-01-12', '2024-01-13'],
    ['3 days ago', '2024-01-12', '2024-01-13'],
    ['in August 2023', '2023-08-01', '2023-09-01'],
    ['on the evening of 7 July, 2023', '2023-07-07', '2023-07-08'],
    ['on 2023-05-08', '2023-05-08', '2023-05-09'],
    ['in 2022', '2022-01-01', '2023-01-01'],
    ['last summer', '2023-06-01', '2023-09-01'],
    ['in the winter of 2021', '2021-12-01', '2022-03-01'],
  ])('[REC8] "%s" is %s up to %s', async (text, from, to) => {
    expect(await spansOf(text)).toEqual([[from, to]])
  })

  test('[REC8] a month without a year is that month of any year', async () => {
    expect((await analyse('in May')).spans[0].recursYearly).toBe(true)
  })

  test.each(['port 8080', 'version 1.2.3', 'you may go', 'do it now', 'who is Anna'])(
    '[REC8] "%s" names no time',
    async (text) => {
      expect(await spansOf(text)).toEqual([])
    },
  )

  test('[REC8] the words of a date are marked, so that they are compared as a time', async () => {
    const { words, dateTerms, terms } = await analyse('What did Anna say on 8 May 2023?')
    expect(words.filter(({ isTime }) => isTime).map(({ surface }) => surface)).toEqual(['8', 'May', '2023'])
    expect(dateTerms.map((place) => terms[place])).toEqual(['date:2023-05-08'])
  })

  test.each([
    ['When did Anna call?', true],
    ['What day was it?', true],
    ['How long ago did we meet?', true],
    ['Wann war das?', true],
    ['你什么时候来', true],
    ['Where did Anna call?', false],
  ])('[REC9] "%s" asks for a time: %s', async (text, asks) => {
    expect((await analyse(text)).asksForTime).toBe(asks)
  })
})
