import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { facetLabel, labelsOf, tagLabel } from './labels.js'

describe('labels', () => {
  test('are the tags and the plain values among the facets', () => {
    const facets = { outcome: 'success', executions: 3, isNew: false, nothing: null, steps: ['a'], context: { a: 1 } }
    expect(labelsOf(['red', 'red', 'blue'], facets)).toEqual(
      new Set([
        tagLabel('red'),
        tagLabel('blue'),
        facetLabel('outcome', 'success'),
        facetLabel('executions', 3),
        facetLabel('isNew', false),
      ]),
    )
  })

  test('are equal only where tag, or key and value, are', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean())
    const asked = fc.oneof(
      fc.string().map((tag) => ({ of: JSON.stringify([tag]), label: tagLabel(tag) })),
      fc
        .tuple(fc.string(), value)
        .map(([key, value]) => ({ of: JSON.stringify([key, value]), label: facetLabel(key, value) })),
    )
    fc.assert(
      fc.property(asked, asked, (a, b) => (a.label === b.label) === (a.of === b.of)),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['a number and its digits', facetLabel('a', 1), facetLabel('a', '1')],
    ['an answer and its word', facetLabel('a', true), facetLabel('a', 'true')],
    ['a tag and a facet that is spelled as it', tagLabel('a="x"'), facetLabel('#a', 'x')],
    ['a key that ends in a value', facetLabel('a=1', 2), facetLabel('a', '1=2')],
    [
      'long values that differ at their end',
      facetLabel('a', `${'x'.repeat(999)}y`),
      facetLabel('a', `${'x'.repeat(999)}z`),
    ],
    ['a long tag and a long facet', tagLabel('x'.repeat(999)), facetLabel('x', 'x'.repeat(999))],
  ])('tell apart %s', (_, one, other) => {
    expect(one).not.toBe(other)
  })

  test('are short, however long the value', () => {
    expect(facetLabel('a', 'x'.repeat(100_000)).length).toBeLessThanOrEqual(200)
    expect(tagLabel('x'.repeat(100_000)).length).toBeLessThanOrEqual(200)
  })
})
