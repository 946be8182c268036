import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayBeMistyped, maySpell, nearestSpelling } from './spelling.js'

const known = ['receive', 'hydration', 'juniper', 'brandt', 'postgres', 'v2', 'stage'].map((term) => ({
  term,
  documents: 1,
}))

describe('[REC1] typing mistakes', () => {
  test.each([
    ['recieve', 'receive'],
    ['hydraton', 'hydration'],
    ['hidratoin', 'hydration'],
    ['junipr', 'juniper'],
    ['brnadt', 'brandt'],
  ])('[REC1] %s means %s', (word, meant) => {
    expect(nearestSpelling(word, known)).toBe(meant)
  })

  test.each(['stapler', 'postcard', 'brown'])('[REC1] %s means nothing that is known', (word) => {
    expect(nearestSpelling(word, known)).toBeUndefined()
  })

  test('[REC1] a look at the letters rules out no term that decides', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aeinrst'), minLength: 5, maxLength: 9 })
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 12 }), (mistyped, others) => {
        const all = others.map((term, documents) => ({ term, documents }))
        const some = all.filter(({ term }) => maySpell(mistyped)(term))
        expect(nearestSpelling(mistyped, some)).toBe(nearestSpelling(mistyped, all))
      }),
      { numRuns: 2_000 },
    )
  })

  test('[REC1] of two terms as near, the more frequent is meant', () => {
    const both = [
      { term: 'marion', documents: 2 },
      { term: 'marlon', documents: 7 },
    ]
    expect(nearestSpelling('marxon', both)).toBe('marlon')
  })

  test.each(['8080', 'v1.2.3', 'ECONNREFUSED_1', 'src/a.ts', 'form'])(
    '[REC1] %s is never taken for a mistake',
    (word) => {
      expect(mayBeMistyped(word)).toBe(false)
    },
  )
})
