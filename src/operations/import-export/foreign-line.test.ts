import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WorldWeaverError } from '../../errors.js'
import type { Kind } from '../../memory/memory.js'
import { parseInput } from '../machinery/validation-error.js'
import { checkForeignLine, type ForeignLine } from './foreign-line.js'
import { lineSchema, maxReferenceLength } from './line-schema.js'

const texts = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 20 }).map((text) => `a${text}`) },
  fc.constantFrom(
    '',
    '  \n',
    '*',
    'a\0b',
    '\ud800',
    'x'.repeat(maxReferenceLength),
    'x'.repeat(maxReferenceLength + 1),
  ),
)
/** What somebody may say who has no types. */
const noText = fc.constantFrom(5, ['2026-03-01'], {}).map((value) => value as unknown as string)
const times = fc.constantFrom('2026-03-01T09:30:00.123Z', '2026-03-01', '2026-02-30', 'yesterday', '')
const lines: fc.Arbitrary<ForeignLine> = fc.record({
  id: fc.constant('ep-0190a5d0-7c1e-8f3a-9b60-3f1c2d4e5f60'),
  content: texts,
  kind: fc.oneof({ weight: 20, arbitrary: fc.constantFrom('episode', 'note', 'entity') }, fc.constant('thing' as Kind)),
  source: fc.oneof({ weight: 5, arbitrary: fc.constant('import:claude-code') }, texts),
  tags: fc.oneof(
    { weight: 8, arbitrary: fc.array(texts, { maxLength: 3 }) },
    fc.array(texts, { minLength: 101, maxLength: 101 }),
    fc.constant(Array.from({ length: 101 }, () => 'tag')),
  ),
  project: fc.oneof({ weight: 9, arbitrary: texts }, noText, fc.constant(null), fc.constant(undefined)),
  facets: fc.record({ outcome: fc.constant('neutral'), context: fc.record({ speaker: texts }) }),
  happened_at: fc.oneof({ weight: 3, arbitrary: times }, fc.constant(null), noText),
  scene: fc.oneof(texts, fc.constant(undefined)),
  edges: fc.array(fc.record({ type: texts, target: fc.constant('ent-0190a5d0-7c1e-8f3a-9b60-3f1c2d4e5f60') }), {
    maxLength: 2,
  }),
  summary: fc.constant(undefined),
})

function outcomeOf<Result>(read: () => Result): Result | { error: string; field: unknown } {
  try {
    return read()
  } catch (error) {
    if (error instanceof WorldWeaverError) return { error: error.message, field: error.field }
    throw error
  }
}

test('[GWT14] what another program kept is read, or refused in the same words, as a line that says the same', () => {
  fc.assert(
    fc.property(lines, (told) => {
      expect(outcomeOf(() => checkForeignLine(told))).toEqual(outcomeOf(() => parseInput(lineSchema, told)))
    }),
    { numRuns: 2_000 },
  )
})
