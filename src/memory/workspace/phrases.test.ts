import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containsPhrase, singularForms, toKey, wordsIn } from './phrases.js'

describe('phrases', () => {
  test('[GWT7] white space separates words; identifiers stay whole and punctuation is removed', () => {
    expect(wordsIn('Is "v2.1" from 2025-01-02, or C++?').map(({ key }) => key)).toEqual([
      'is',
      'v2.1',
      'from',
      '2025-01-02',
      'or',
      'c++',
    ])
  })

  test('[GWT9] a possessive is recognised and is not part of the word', () => {
    expect(wordsIn("Atlas's owners' manager")).toMatchObject([
      { surface: 'Atlas', key: 'atlas', isPossessive: true },
      { surface: 'owners', key: 'owners', isPossessive: true },
      { surface: 'manager', isPossessive: false },
    ])
  })

  test('[GWT6] clauses end at punctuation', () => {
    expect(wordsIn('North, or South? (maybe) - then').map(({ endsClause }) => endsClause)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ])
  })

  test.each([
    ['Zürich', 'ZURICH'],
    ['in_progress', 'In  Progress'],
    ['Acme Inc.', 'acme inc'],
    ['Ｎorth', 'north'],
    ['Ǽgir', 'aegir'],
  ])('[GWT7] %s and %s are one value', (a, b) => {
    expect(toKey(a)).toBe(toKey(b))
  })

  test('[WSP4] a text contains a keyword as whole words only', () => {
    expect(containsPhrase('The outage began at noon.', 'Outage')).toBe(true)
    expect(containsPhrase('Payment gateway outages', 'outage')).toBe(false)
    expect(containsPhrase('our payment gateway.', 'payment gateway')).toBe(true)
    expect(containsPhrase('payment of the gateway', 'payment gateway')).toBe(false)
    expect(containsPhrase('anything', ' ')).toBe(false)
  })

  test.each([
    ['cities', 'city'],
    ['boxes', 'box'],
    ['statuses', 'status'],
    ['prices', 'price'],
    ['houses', 'house'],
    ['movies', 'movie'],
  ])('[GWT7] %s may be the plural of %s', (plural, singular) => {
    expect(singularForms(plural)).toContain(singular)
  })

  test.each(['status', 'address', 'analysis', 'gas', 'bus'])('[GWT7] %s is not a plural', (word) => {
    expect(singularForms(word)).toEqual([word])
  })

  test('[GWT7] a key is its own key', () => {
    expect(toKey('Ǣon')).toBe('aeon')
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => toKey(toKey(text)) === toKey(text)))
  })
})
