import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openStaticTokenSpace } from '../../adapters/embedders/static/static-token-space.js'
import type { TokenSpace } from '../../ports/token-space.js'
import { runWhole } from '../slices.js'
import { bestPassage, type PassageQuery } from './passage.js'

const passageOf = (text: string, query: PassageQuery, size: number): string => runWhole(bestPassage(text, query, size))

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
  const passage = passageOf(text, await ask('Which bakeries were flooded?'), 200)
  expect(passage).toContain('The bakery closed after the flood.')
  expect(passage.length).toBeLessThanOrEqual(200)
  expect(text).toContain(passage)
})

test('[COM14] it begins and ends with a sentence where it can', async () => {
  const passage = passageOf(`${filler(40)} The bakery closed. ${filler(40)}`, await ask('bakery'), 200)
  expect(passage).toMatch(/^[A-Z]/)
  expect(passage).toMatch(/\.$/)
})

test('[COM14] a short text is returned whole, one without a match from its beginning', async () => {
  expect(passageOf('short', await ask('anything'), 100)).toBe('short')
  expect(passageOf(filler(40), await ask('zebra'), 100)).toMatch(/^Sentence number 0 /)
})

test('[COM14] a line keeps its heading, and a heading what follows it', async () => {
  const production = '## Production\n\nThe port is closed.\nNobody may log in.\n\n'
  const staging = '## Staging\n\nThe port is open.\nThe password is rotated by hand.\n\n'
  const text = `${filler(20)}\n\n${production}${staging}${filler(20)}`
  const ofLine = passageOf(text, await ask('which password?'), 160)
  expect(ofLine).toMatch(/^## Staging\n[^#]*The password is rotated by hand\./)
  expect(passageOf(text, await ask('staging'), 120)).toMatch(/^## Staging\n\nThe port is open\./)
})

test('[COM14] a text that begins with an empty line has no heading before it', async () => {
  const text = '\nbakery opening hours: from six to noon, and from three to seven, but never on a Monday'
  expect(text).toContain(passageOf(text, await ask('bakery'), 28))
})

test('[COM14] a list item or a value keeps what it belongs to', async () => {
  const text = `${filler(20)}\nShopping:\n- bread, the dark one\n- milk\n${filler(20)}`
  expect(passageOf(text, await ask('milk'), 120)).toMatch(/^Shopping:\n- bread, the dark one\n- milk/)
  const settings = `${filler(20)}\nretries: ${'seven or more '.repeat(6)}before an alarm\n${filler(20)}`
  expect(passageOf(settings, await ask('alarm'), 160)).toMatch(/^retries: .*before an alarm/)
})

test('[COM14] a text without sentence breaks is cut around what matched', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `item${i}`).join(' ')
  const passage = passageOf(`${words(200)} bakery ${words(200)}`, await ask('bakery'), 200)
  const at = passage.indexOf('bakery')
  expect(at).toBeGreaterThan(40)
  expect(at).toBeLessThan(140)
  expect(passage).toMatch(/^item\d+ .* item\d+$/)
})

test('[COM14] works on unspaced text', async () => {
  const text = `${'今天天气很好。'.repeat(60)}超市关门了。${'今天天气很好。'.repeat(60)}`
  expect(passageOf(text, await ask('超市'), 40)).toContain('超市关门了。')
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
      const passage = passageOf(text, query, most)
      expect(passage.length).toBeLessThanOrEqual(most)
      expect(text.includes(passage)).toBe(true)
      expect(passage.isWellFormed()).toBe(true)
    }),
  )
})
