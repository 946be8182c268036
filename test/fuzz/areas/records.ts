import fc from 'fast-check'
import { expect } from 'vitest'
import { planGraph } from '#ww/memory/workspace/planners/graph/graph-planner.js'
import { nodeKey, parseTriples, type Triple } from '#ww/memory/workspace/planners/graph/triples.js'
import { planStructured } from '#ww/memory/workspace/planners/structured/structured-planner.js'
import { parseRecords } from '#ww/memory/workspace/records/parse-records.js'
import { RecordTable } from '#ww/memory/workspace/records/record-table.js'
import { defineArea } from '../campaign/area.js'
import { asText, textOf } from './texts.js'

const fragments = [
  ...[
    '{"price": 4.5, "region": "North"}',
    '{"a":{"b":[1,2,{"c":null}]}}',
    '{"price": 1e999}',
    '{"": ""}',
    '{"__proto__": 1}',
  ],
  ...['[{"id":1},{"id":2}]', '{"a":1}{"b":2}', '{', '}', '[', ']', '{"constructor": "x", "toString": 5}'],
  ...[
    '| name | price |',
    '|---|---|',
    '|:--|--:|',
    '| Kettle | 4.50 |',
    '|',
    '||',
    '| \\| | x',
    '|-|',
    '| a | b | c | d |',
  ],
  ...[
    'price=4.5',
    'region: North',
    'Sale 17: region=North, price=12',
    'x=1; y=2; z=3',
    '- name: Kettle',
    '1. step',
    '* a = b',
    'k==v',
    '=v',
    'k=',
  ],
  ...[
    '```',
    '~~~',
    '---',
    '***',
    '# Product 12:',
    'Total: 1,234.50 €',
    '-0',
    '0x1F',
    '1e5',
    '-1e-400',
    '٣',
    '１２',
    'NaN',
    'Infinity',
    '1_000',
    '+5',
    '.5',
    '5.',
  ],
  ...[
    '2025-01-02',
    'v2',
    '10:30',
    '50%',
    '$5',
    'null',
    'true',
    'A -> uses -> B',
    'B -> is part of -> A',
    'A->B',
    '->',
    '-> x ->',
    'A -> knows -> A',
  ],
  ...['\r\n', '\u2028', '👩‍👩‍👧‍👦: 5', 'Größe=3', 'toString=5', '__proto__=1', 'constructor: 7', 'hasOwnProperty=1'],
]
const asked = [
  ...[
    'How many',
    'What is the average',
    'sum of',
    'list all',
    'which',
    'the cheapest',
    'top 3',
    'top 99999999999999999999',
    'most expensive',
  ],
  ...[
    'price',
    'region',
    'North',
    'kettles',
    'name',
    'by region',
    'where',
    'is not',
    'over 4.5',
    'between 1 and 2',
    'less than',
    'distinct',
    'compare',
    'and',
  ],
  ...[
    'without',
    'per',
    'highest',
    'lowest',
    'A',
    'B',
    'uses',
    'knows',
    'part of',
    'who',
    'of',
    'path from A to B',
    '?',
    '0',
    '-1',
    '1e999',
    '__proto__',
    'constructor',
  ],
]

export const records = defineArea({
  name: 'records',
  shortRuns: 100,
  cases: fc.record({ told: fc.array(textOf(fragments), { minLength: 1, maxLength: 3 }), asking: textOf(asked) }),
  open: async () => ({
    async play({ told, asking }) {
      const texts = told.map(asText)
      const table = new RecordTable()
      const triples: Triple[] = []
      texts.forEach((text, at) => {
        const found = parseRecords(text)
        for (const { fields } of found) {
          expect(fields.length).toBeGreaterThan(0)
          // One beyond every double is the largest of all; one that cannot be compared is no number.
          for (const { number } of fields) expect(Number.isNaN(number)).toBe(false)
        }
        table.put(`m${at}`, 's', found)
        triples.push(...parseTriples(text).map((triple) => ({ ...triple, memoryId: `m${at}` })))
      })
      const short = asText(asking).slice(0, 10_000)
      const plan = planStructured(short, table.select())
      if (plan !== undefined) expect(JSON.parse(JSON.stringify(plan))).toEqual(expect.any(Object))
      walkGraph(short, triples)
      const before = table.size
      texts.forEach((_, at) => {
        table.delete(`m${at}`)
      })
      expect([before >= 0, table.size]).toEqual([true, 0])
    },
  }),
})

function walkGraph(question: string, triples: readonly Triple[]): void {
  const names = [...new Set(triples.map(({ relation }) => relation))]
  const walk = planGraph(question, names)
  const touching = (keys: readonly string[]) => {
    const wanted = new Set(keys)
    return triples.filter(({ subject, object }) => wanted.has(nodeKey(subject)) || wanted.has(nodeKey(object)))
  }
  let step = walk.next()
  for (let turn = 0; !step.done; turn++) {
    expect(turn).toBeLessThan(10_000)
    step = walk.next(touching(step.value))
  }
}
