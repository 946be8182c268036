import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openStaticTokenSpace } from '../../adapters/embedders/static/static-token-space.js'
import type { TokenSpace } from '../../ports/token-space.js'
import { bestPassage } from './passage.js'
import { analyseQuery } from './query/analyse-query.js'

let tokens: TokenSpace
beforeAll(async () => {
  tokens = await openStaticTokenSpace()
})
const ask = (text: string) => analyseQuery(text, { tokens, now: 0, languages: ['en'] })

const filler = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `Sentence number ${from + i} is about nothing much.`).join(' ')

test('[COM14] the passage is where the query’s words are, by form or by stem', async () => {
  const text = `${filler(40)} The bakery closed after the flood. ${filler(40, 40)}`
  const passage = bestPassage(text, await ask('Which bakeries were flooded?'), 200)
  expect(passage).toContain('The bakery closed after the flood.')
  expect(passage.length).toBeLessThanOrEqual(200)
  expect(text).toContain(passage)
})

test('[COM14] it begins and ends with a sentence where it can', async () => {
  const passage = bestPassage(`${filler(40)} The bakery closed. ${filler(40)}`, await ask('bakery'), 200)
  expect(passage).toMatch(/^[A-Z]/)
  expect(passage).toMatch(/\.$/)
})

test('[COM14] a short text is returned whole, one without a match from its beginning', async () => {
  expect(bestPassage('short', await ask('anything'), 100)).toBe('short')
  expect(bestPassage(filler(40), await ask('zebra'), 100)).toMatch(/^Sentence number 0 /)
})

test('[COM14] works on unspaced text', async () => {
  const text = `${'今天天气很好。'.repeat(60)}超市关门了。${'今天天气很好。'.repeat(60)}`
  expect(bestPassage(text, await ask('超市'), 40)).toContain('超市关门了。')
})

test('[COM14] never longer than asked, always a piece of the text, never half a character', async () => {
  const query = await ask('bakery flood 超市 👩‍👩‍👧')
  const piece = fc.oneof(
    fc.constantFrom('bakery', 'flood', '👩‍👩‍👧', '超市', 'é', '. ', '\n', ' '),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), fc.integer({ min: 20, max: 300 }), (pieces, most) => {
      const text = pieces.join('')
      const passage = bestPassage(text, query, most)
      expect(passage.length).toBeLessThanOrEqual(most)
      expect(text.includes(passage)).toBe(true)
      expect(passage.isWellFormed()).toBe(true)
    }),
  )
})
