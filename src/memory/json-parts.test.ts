import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonParts } from './json-parts.js'
import { runWhole } from './slices.js'

const written = (answer: Record<string, unknown>): string => runWhole(jsonParts(answer)).join('')

test('[COM8] an answer in parts is the same JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (answer) => {
      expect(written(answer)).toBe(JSON.stringify(answer))
    }),
  )
  for (const answer of [{}, { a: undefined }, { a: undefined, b: [undefined, () => 1], c: new Date(0) }])
    expect(written(answer)).toBe(JSON.stringify(answer))
})

test('[COM8] a long text is cut between characters', () => {
  for (let lead = 0; lead < 3; lead++) {
    const answer = { text: `${'x'.repeat(lead)}${'😀"\\\n'.repeat(40_000)}` }
    expect(written(answer)).toBe(JSON.stringify(answer))
  }
})
