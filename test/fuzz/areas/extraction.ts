import fc from 'fast-check'
import { expect } from 'vitest'
import { extractByRules } from '#ww/memory/consolidation/extraction/extract-by-rules.js'
import type { Extraction } from '#ww/memory/consolidation/extraction/extraction.js'
import { fromModelAnswer } from '#ww/memory/consolidation/extraction/model-answer.js'
import type { Facets } from '#ww/memory/memory.js'
import { anyJson, storableObject } from '../arbitraries.js'
import { defineArea } from '../campaign/area.js'
import { asText, textOf } from './texts.js'

const fragments = [
  ...[
    'Anna Schmidt',
    'Dr. O’Neil-Smith Jr.',
    'PostgreSQL',
    'React 19',
    'Node.js',
    'C++',
    'kubectl',
    'AcmeCorp GmbH',
    'the checkout service',
  ],
  ...[
    'uses',
    'depends on',
    'was written by',
    'works at',
    'replaced',
    'is part of',
    'moved from',
    'to',
    'because',
    'and',
    'or',
    'not',
    'prefers',
    'over',
  ],
  ...[
    'Anna:',
    'Error:',
    'user:',
    '李雷',
    '张伟在北京工作',
    '山田さん',
    'Müller arbeitet bei Siemens',
    'utilise',
    'Иван',
    'getUserById()',
    'src/app.ts',
    '#42',
    '@anna',
    'URL http://x.y/z',
  ],
  ...[
    '.',
    '!',
    '?',
    ';',
    ':',
    ',',
    '(',
    ')',
    '[',
    ']',
    '"',
    '“',
    '…',
    '—',
    '\n',
    '* ',
    '> ',
    '```',
    '|',
    '$1',
    '.*+?^$()|[]\\',
    '\\u0000',
    '%s',
  ],
  ...['Mr.', 'e.g.', 'U.S.A.', 'I', 'We', 'it', 'who', 'the', 'A', 'constructor', '__proto__', 'toString'],
]
const entity = fc.record({
  name: fc.oneof(fc.constantFrom(...fragments), anyJson),
  type: fc.oneof(fc.constantFrom('PERSON', 'TOOL', 'FACT', 'person'), anyJson),
})
const relation = fc.record({
  source: fc.oneof(fc.constantFrom(...fragments), anyJson),
  target: fc.oneof(fc.constantFrom(...fragments), anyJson),
  type: fc.oneof(fc.constantFrom('USES', 'PART_OF', 'x'), anyJson),
})

export const extraction = defineArea({
  name: 'extraction',
  shortRuns: 60,
  cases: fc.record({
    told: textOf(fragments),
    context: fc.oneof(fc.constant({}), fc.record({ project: anyJson, tool: anyJson }), storableObject),
    speaker: fc.oneof(fc.constant(null), fc.constantFrom(...fragments)),
    answer: fc.oneof(
      anyJson,
      fc.record({
        entities: fc.array(fc.oneof(entity, anyJson)),
        relations: fc.oneof(fc.array(fc.oneof(relation, anyJson)), anyJson),
      }),
    ),
  }),
  open: async () => ({
    async play({ told, context, speaker, answer }) {
      const text = asText(told)
      const episode = { text, context: context as Facets, speaker }
      expectSound(await extractByRules(episode))
      const read = fromModelAnswer(answer, episode)
      if (read !== undefined) expectSound(read)
    },
  }),
})

/** Every relation is between two of the entities, and no entity is called nothing. */
function expectSound({ entities, relations }: Extraction): void {
  const names = new Set(entities.map(({ name }) => name))
  expect(names.size).toBe(entities.length)
  for (const { name, mentions } of entities) expect([name.trim() !== '', mentions.length > 0]).toEqual([true, true])
  for (const { source, target } of relations) {
    expect([names.has(source), names.has(target), source !== target], `${source} → ${target}`).toEqual([
      true,
      true,
      true,
    ])
  }
}
