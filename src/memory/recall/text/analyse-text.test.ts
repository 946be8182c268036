import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openStaticTokenSpace } from '../../../adapters/embedders/static/static-token-space.js'
import type { TokenSpace } from '../../../ports/token-space.js'
import { analyseText } from './analyse-text.js'
import { maxTermCharacters } from './words.js'

let space: TokenSpace
beforeAll(async () => {
  space = await openStaticTokenSpace()
})
const indexOf = async (text: string, speaker?: string) => analyseText(text, space, { speaker })
const termsOf = async (text: string) => [...(await indexOf(text)).terms.keys()]

describe('lexical terms', () => {
  test('[REC1] a word counts as its form and as its stem, once when they are the same', async () => {
    const { terms, length } = await indexOf('hiking trail trail')
    expect([...terms]).toEqual([
      ['hiking', 1],
      ['hike', 1],
      ['trail', 2],
    ])
    expect(length).toBe(3)
  })

  test('[REC1] stop words are no terms, unless there is nothing else', async () => {
    expect(await termsOf('I went to the shelter and it was open')).toEqual(['went', 'shelter', 'open'])
    expect(await termsOf('the of and')).toEqual(['the', 'of', 'and'])
  })

  test('[REC1] contractions are stop words, possessives are names', async () => {
    expect(await termsOf("Anna's cat won't eat, doesn’t it?")).toEqual(['anna', 'cat', 'eat'])
  })

  test.each([
    ['deploy failed with ECONNREFUSED', 'econnrefused'],
    ['see src/memory/rank.ts', 'src/memory/rank.ts'],
    ['see src/memory/rank.ts', 'rank.ts'],
    ['released v1.2.3.', 'v1.2.3'],
    ['call foo_bar()', 'foo_bar'],
    ['call foo_bar()', 'foo'],
    ['the foo-bar flag', 'foo-bar'],
    ['write to user@example.com', 'user@example.com'],
    ['closes #123', '#123'],
    ['at 0xDEADBEEF', '0xdeadbeef'],
    ['commit 8a3458b', '8a3458b'],
    ['port 127.0.0.1:5432', '127.0.0.1:5432'],
    ['getUserName fails', 'getusername'],
    ['getUserName fails', 'user'],
    ['in C++ or C#', 'c++'],
    ['10,000 steps', '10000'],
  ])('[REC2] "%s" is found by "%s"', async (text, term) => {
    expect(await termsOf(text)).toContain(term)
  })

  test.each([
    ['我昨天去了超市', '昨天', 'zh'],
    ['我的猫很可爱', '猫', 'zh'],
    ['昨日は友達と映画を見ました', '映画', 'ja'],
    ['나는 어제 학교에서 친구를 만났다', '학교', 'ko'],
    ['ฉันชอบกินข้าวผัด', 'กิน', 'th'],
  ])('[REC11] unspaced script: "%s" is found by "%s"', async (text, term, language) => {
    const index = await indexOf(text)
    expect([...index.terms.keys()]).toContain(term)
    expect(index.language).toBe(language)
  })

  test('[REC11] a script between others keeps its words', async () => {
    expect(await termsOf('私はTypeScriptが好き')).toEqual(expect.arrayContaining(['typescript', '私は', '好き']))
  })

  test('[REC11] accents and compatibility forms fold', async () => {
    expect(await termsOf('Zürich Ångström ＦＵＬＬ Straße')).toEqual(
      expect.arrayContaining(['zurich', 'angstrom', 'full', 'strasse']),
    )
  })

  test('[REC11] the stem is the one of the text’s language', async () => {
    const german = await indexOf(
      'Die Kinder haben gestern im Garten gespielt, und dann sind wir in die Häuser gegangen.',
    )
    expect(german.language).toBe('de')
    expect([...german.terms.keys()]).toEqual(expect.arrayContaining(['kinder', 'kind', 'hauser', 'haus']))
    expect([...german.terms.keys()]).not.toContain('die')
  })

  test.each([
    ['Le chat dort sur la table avec les enfants de ma sœur', 'fr'],
    ['Hoy fuimos al mercado con mi hermana y compramos manzanas para la tarta', 'es'],
    ['We went to the market with my sister and bought apples', 'en'],
    ['Včera jsem koupil nové auto a jel jsem za přáteli do Prahy na víkend společně', 'cs'],
    ['ok thanks', null],
  ])('[REC11] the language of "%s" is %s', async (text, language) => {
    expect((await indexOf(text)).language).toBe(language)
  })

  test('[REC2] emoji are found, whatever their skin or variant', async () => {
    expect(await termsOf('pizza 🍕 ❤️')).toEqual(['pizza', '🍕', '❤'])
    expect(await termsOf('👍🏽')).toEqual(await termsOf('👍'))
  })

  test('[REC8] a full date is one term however it is written', async () => {
    for (const text of ['on 8 May 2023', 'on May 8th, 2023', 'on 2023-05-08']) {
      expect(await termsOf(text)).toEqual(expect.arrayContaining(['date:2023-05', 'date:2023-05-08']))
    }
  })

  test('[REC2] terms are short and contain neither white space nor NUL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        for (const [term, count] of (await indexOf(text)).terms) {
          expect(term.length).toBeGreaterThan(0)
          expect(term.length).toBeLessThanOrEqual(maxTermCharacters)
          expect(term).not.toMatch(/[\s\0]/u)
          expect(term.isWellFormed()).toBe(true)
          expect(count).toBeGreaterThan(0)
        }
      }),
    )
  })

  test('[REC2] long terms differ in what was cut off', async () => {
    const [one] = await termsOf(`${'x'.repeat(90)}1`)
    const [two] = await termsOf(`${'x'.repeat(90)}2`)
    expect(one).not.toBe(two)
  })
})

describe('content tokens', () => {
  test('[REC4] distinct WordPieces without stop words and punctuation, in order', async () => {
    const { tokens, contentTokens } = await indexOf('The trail, the hiking trail!')
    expect([...tokens].map((token) => space.spell(token))).toEqual(['trail', 'hiking'])
    expect(contentTokens).toBe(2)
  })

  test('[REC4] the first 400 are kept, all are counted', async () => {
    const words = Array.from({ length: 3_000 }, (_, i) => space.spell(2_000 + i)).filter((word) =>
      /^[a-z]+$/.test(word),
    )
    const { tokens, contentTokens } = await indexOf(words.join(' '))
    expect(tokens.length).toBe(400)
    expect(contentTokens).toBeGreaterThan(1_000)
  })
})

describe('flags', () => {
  test.each([
    ['What did you eat?', true],
    ['Do you like it? a photo of a dog', true],
    ['你吃了吗', true],
    ['Was it good? I think so. It was.', false],
    ['It was good.', false],
  ])('[REC9] "%s": a question %s', async (text, isQuestion) => {
    expect((await indexOf(text)).isQuestion).toBe(isQuestion)
  })

  test.each([
    ['I went there yesterday', true],
    ['We moved in May 2023', true],
    ['It took three weeks', true],
    ['at 10:30', true],
    ['gestern war ich da', true],
    ['昨日は', true],
    ['I like the blue one', false],
    ['You may go', false],
  ])('[REC9] "%s": names a time %s', async (text, namesTime) => {
    expect((await indexOf(text)).namesTime).toBe(namesTime)
  })

  test.each([
    ['Anna: hello there', undefined, 'anna'],
    ['Dr. Zoë Müller: hello', undefined, 'dr. zoe muller'],
    ['Anna: hello there', 'Ben', 'ben'],
    ['hello there', undefined, null],
    ['see http://a.b', undefined, null],
  ])('[REC9] "%s" (context %s) is spoken by %s', async (text, context, speaker) => {
    expect((await indexOf(text, context)).speaker).toBe(speaker)
  })
})

test('[REC1] is synchronous when nothing has to be loaded', () => {
  expect(analyseText('Anna went to the shelter with her dog and was happy.', space)).not.toBeInstanceOf(Promise)
})
