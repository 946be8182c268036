import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMemory } from '../../../../test/support/memories.js'
import { initialStrength } from '../../../memory/activation/forgetting.js'
import type { NewMemory } from '../../../ports/store/write.js'
import { type SentBatch, toSentBatch, toSentErasure } from './sent-batch.js'

type Terms = ReadonlyMap<string, number>

const words = fc.constantFrom('a', 'b', 'c', 'd', 'kubernetes', '猫')
const terms: fc.Arbitrary<Terms> = fc
  .uniqueArray(fc.tuple(words, fc.integer({ min: 1, max: 5_000 })), { selector: ([word]) => word })
  .map((entries) => new Map(entries))

const memoryWith = (terms: Terms): NewMemory => ({
  memory: aMemory(),
  index: {
    terms,
    length: terms.size,
    tokens: new Uint16Array(),
    contentTokens: 0,
    isQuestion: false,
    namesTime: false,
    saidAs: null,
    speaker: null,
    language: null,
  },
  vector: null,
  strength: initialStrength(0.5, 0),
  joinsScene: true,
})

/** Of each that is added. */
function termsIn({ words = [], add = [] }: Omit<SentBatch, 'at'>): Terms[] {
  return add.map(({ index }) => {
    const terms = new Map<string, number>()
    for (let at = 0; at < index.terms.length; at += 2) terms.set(words[index.terms[at]], index.terms[at + 1])
    return terms
  })
}

test('[REC2] every memory has its terms and their counts on the other side', () => {
  fc.assert(
    fc.property(fc.array(terms, { maxLength: 5 }), (given) => {
      const add = given.map(memoryWith)
      const arrived = structuredClone(toSentBatch({ at: 1, add, checkpoints: { here: 1 } }))
      expect(termsIn(arrived)).toEqual(given)
      expect(arrived).toMatchObject({ at: 1, checkpoints: { here: 1 }, add: add.map(({ memory }) => ({ memory })) })
      expect(termsIn(toSentErasure({ at: 1, ids: [], replaceWith: { add } }).replaceWith!)).toEqual(given)
    }),
  )
})

test('what the texts have in common crosses once', () => {
  const add = [new Map([['same', 1]]), new Map([['same', 2]])].map(memoryWith)
  const { words, add: arrived = [] } = structuredClone(toSentBatch({ at: 1, add }))
  expect(words).toEqual(['same'])
  expect(arrived[0].index.terms.buffer).toBe(arrived[1].index.terms.buffer)
})
