import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRecords } from '../records/parse-records.js'
import { type ParsedRecord, toRecord } from '../records/record.js'
import { type RecordSet, RecordTable } from '../records/record-table.js'
import { collect } from './collect.js'
import { type CollectionArguments, toCollectionRequest } from './request.js'

/** One memory per text. */
function recordsIn(...texts: readonly string[]): RecordSet {
  const table = new RecordTable()
  for (const [at, text] of texts.entries()) table.put(`m${at}`, '', parseRecords(text))
  return table.select()
}

const shop = recordsIn(
  'name=Lamp, price=4.50, region=North, sold=2025-03-01',
  '{"Name": "Desk", "Price": 90, "Region": "South", "sold": "2025-01-05"}',
  '| name | price | region |\n|---|---|---|\n| Chair | 45.25 | north |\n| Rug | n/a | South |\n| Shelf | 90.00 | North |',
)

const ask = (given: Partial<CollectionArguments> & Pick<CollectionArguments, 'operation'>, records = shop) =>
  collect(toCollectionRequest({ k: 5, ...given }), records)

describe('[GWT8] operations', () => {
  test('[GWT8] count: all, with a field, with a value, with a value of any field', () => {
    expect(ask({ operation: 'count' })).toMatchObject({ answer: '5', matched_count: 5 })
    expect(ask({ operation: 'count', field: 'sold' }).answer).toBe('2')
    expect(ask({ operation: 'count', field: 'REGIONS', value: 'north' }).answer).toBe('3')
    expect(ask({ operation: 'count', value: 'South' }).answer).toBe('2')
    expect(ask({ operation: 'count', field: 'price', value: '90.0' }).answer).toBe('2')
  })

  test('[GWT8] filter lists titles, or the values of the metric', () => {
    expect(ask({ operation: 'filter', field: 'region', value: 'North' })).toMatchObject({
      answer: 'Lamp, Chair, Shelf',
      matched_count: 3,
      matched_records: [
        { id: 'm0', memory_id: 'm0', fields: { name: 'Lamp', price: 4.5, region: 'North', sold: '2025-03-01' } },
        { id: 'm2', memory_id: 'm2', fields: { name: 'Chair', price: 45.25, region: 'north' } },
        { id: 'm2#3', memory_id: 'm2' },
      ],
      supporting_evidence: [
        'm0: name=Lamp, price=4.50, region=North, sold=2025-03-01',
        'm2: name=Chair, price=45.25, region=north',
        'm2: name=Shelf, price=90.00, region=North',
      ],
    })
    expect(ask({ operation: 'filter', field: 'name', value: 'lamp', metric: 'price' }).answer).toBe('4.50')
    expect(ask({ operation: 'filter', field: 'region', value: 'North', k: 2 })).toMatchObject({
      answer: 'Lamp, Chair, and 1 more',
      matched_count: 3,
      metadata: { shown_count: 2 },
    })
    expect(ask({ operation: 'filter', field: 'region', value: 'East' })).toMatchObject({
      answer: 'none',
      matched_count: 0,
    })
  })

  test('[GWT8] top_k by the metric; ties by natural id order', () => {
    expect(ask({ operation: 'top_k', metric: 'price', k: 3 })).toMatchObject({
      answer: 'Desk (90), Shelf (90), Chair (45.25)',
      matched_count: 5,
      metadata: { numeric_count: 4 },
    })
    const tied = recordsIn('id=r10, v=1', 'id=r2, v=1', 'id=r1, v=0')
    expect(ask({ operation: 'top_k', metric: 'v', k: 2 }, tied).answer).toBe('r2 (1), r10 (1)')
  })

  test('[GWT8] a field without a value is the metric where none is named', () => {
    expect(ask({ operation: 'average', field: 'price' }).answer).toBe('57.4375')
    expect(ask({ operation: 'average', field: 'region', value: 'north', metric: 'price' }).answer).toBe('46.5833')
    // price is the only field with numbers.
    expect(ask({ operation: 'sum' }).answer).toBe('229.75')
    expect(ask({ operation: 'sum', field: 'region', value: 'South' }).answer).toBe('90')
  })

  test('[GWT8] sums are exact and averages round half away from zero', () => {
    const cents = recordsIn('a=x, v=0.1', 'a=x, v=0.2')
    expect(ask({ operation: 'sum', metric: 'v' }, cents).answer).toBe('0.3')
    const half = recordsIn('a=x, v=0.00005', 'a=y, v=-0.00005')
    expect(ask({ operation: 'average', field: 'a', value: 'x', metric: 'v' }, half).answer).toBe('0.0001')
    expect(ask({ operation: 'average', field: 'a', value: 'y', metric: 'v' }, half).answer).toBe('-0.0001')
  })

  test('[GWT8] min and max, with the records that have them', () => {
    expect(ask({ operation: 'min', metric: 'price' })).toMatchObject({
      answer: '4.5',
      matched_records: [{ fields: { name: 'Lamp' } }],
    })
    expect(ask({ operation: 'max', metric: 'price' })).toMatchObject({
      answer: '90',
      metadata: { holder_count: 2, numeric_count: 4 },
    })
    expect(ask({ operation: 'max', metric: 'sold' })).toMatchObject({
      answer: '2025-03-01',
      metadata: { numeric_count: 0 },
    })
  })

  test('[GWT8] distinct ignores case', () => {
    expect(ask({ operation: 'distinct', field: 'region' })).toMatchObject({
      answer: 'North, South',
      metadata: { distinct_count: 2 },
    })
    expect(ask({ operation: 'distinct', field: 'region', value: 'South', metric: 'name' }).answer).toBe('Desk, Rug')
  })

  test('[GWT8] per group', () => {
    expect(ask({ operation: 'average', metric: 'price', group_field: 'region' })).toMatchObject({
      answer: 'North: 46.5833, South: 90',
      metadata: { groups: [{ group: 'North', count: 3, numeric_count: 3, value: '46.5833' }, { count: 2 }] },
    })
    expect(ask({ operation: 'count', group_field: 'region' }).answer).toBe('North: 3, South: 2')
    expect(ask({ operation: 'top_k', metric: 'price', group_field: 'region', k: 1 }).answer).toBe('South (90)')
  })

  test('[GWT8] compare two groups by the average of a metric, or by their size', () => {
    const groups = { group_field: 'region', group_a: 'north', group_b: 'South' }
    expect(ask({ operation: 'compare', metric: 'price', ...groups })).toMatchObject({
      answer: 'north: 46.5833, South: 90 (South is higher by 43.4167)',
      matched_count: 5,
      metadata: { higher: 'South', difference: '43.4167' },
    })
    expect(ask({ operation: 'compare', ...groups }).answer).toBe('north: 3, South: 2 (north is higher by 1)')
    expect(ask({ operation: 'compare', metric: 'price', group_a: 'Desk', group_b: 'Shelf' }).answer).toBe(
      'Desk: 90, Shelf: 90 (equal)',
    )
    expect(ask({ operation: 'compare', metric: 'price', group_a: 'Desk', group_b: 'Sofa' })).toMatchObject({
      answer: 'none',
      metadata: { higher: null },
    })
    expect(ask({ operation: 'compare' })).toMatchObject({ answer: 'none', matched_count: 0 })
  })

  test('[GWT8] averages are compared before they are rounded', () => {
    const close = recordsIn('g=a, v=0.00001', 'g=b, v=0.00002')
    expect(
      ask({ operation: 'compare', metric: 'v', group_field: 'g', group_a: 'a', group_b: 'b' }, close),
    ).toMatchObject({
      metadata: { higher: 'b' },
    })
  })

  test.each([
    ['sum', '0.0'],
    ['average', 'none'],
    ['min', 'none'],
    ['max', 'none'],
    ['top_k', 'none'],
  ] as const)('[GWT8] %s of nothing numeric is %s', (operation, answer) => {
    expect(ask({ operation, metric: 'name' })).toMatchObject({ answer, metadata: { numeric_count: 0 } })
    expect(ask({ operation, metric: 'name' }, recordsIn())).toMatchObject({ answer, metadata: { numeric_count: 0 } })
  })

  test('[GWT8] a field that no record has matches nothing and is named', () => {
    expect(ask({ operation: 'count', field: 'colour', value: 'red' })).toMatchObject({
      answer: '0',
      metadata: { unknown_fields: ['colour'] },
    })
  })

  test.each(['count', 'filter', 'top_k', 'average', 'sum', 'distinct', 'min', 'max', 'compare'] as const)(
    '[GWT8] criteria hold for %s',
    (operation) => {
      const criteria = { field: 'region', value: 'South', metric: 'price' }
      const { matched_records } = ask({ operation, ...criteria, k: 50, group_a: 'Desk', group_b: 'Lamp' })
      expect(matched_records.length).toBeGreaterThan(0)
      for (const { fields } of matched_records) expect(Object.values(fields)).toContain('South')
    },
  )
})

describe('[GWT8] any records', () => {
  const record = fc
    .record({
      id: fc.option(fc.integer({ min: 1, max: 30 }).map((n) => `r${n}`)),
      g: fc.constantFrom('a', 'b', 'A'),
      v: fc.oneof(
        fc.integer({ min: -300, max: 300 }).map((n) => String(n / 100)),
        fc.constant('text'),
      ),
    })
    .map(({ id, g, v }) => [...(id === null ? [] : [['id', id] as const]), ['g', g] as const, ['v', v] as const])
  const collection = fc
    .array(record, { maxLength: 25 })
    .map((all) => all.map((pairs, at) => ({ id: `m${at}`, records: [toRecord(pairs) as ParsedRecord] })))
  const tableOf = (memories: readonly { readonly id: string; readonly records: readonly ParsedRecord[] }[]) => {
    const table = new RecordTable()
    for (const { id, records } of memories) table.put(id, '', records)
    return table
  }
  const request = fc.record({
    operation: fc.constantFrom('count', 'filter', 'top_k', 'average', 'sum', 'distinct', 'min', 'max', 'compare'),
    k: fc.integer({ min: 1, max: 6 }),
    metric: fc.constantFrom('v', undefined),
    field: fc.constantFrom('g', undefined),
    value: fc.constantFrom('a', undefined),
    group_field: fc.constantFrom('g', undefined),
    group_a: fc.constant('a'),
    group_b: fc.constant('b'),
  })

  test('[GWT8] the order of the records never matters', () => {
    fc.assert(
      fc.property(collection, request, (memories, given) => {
        const straight = collect(toCollectionRequest(given), tableOf(memories).select())
        expect(collect(toCollectionRequest(given), tableOf(memories.toReversed()).select())).toEqual(straight)
        expect(straight.matched_records.length).toBeLessThanOrEqual(given.k)
      }),
      { numRuns: 400 },
    )
  })

  test('[GWT7] deleted memories leave nothing in the table', () => {
    fc.assert(
      fc.property(collection, collection, request, (memories, gone, given) => {
        const table = tableOf(gone.map((memory) => ({ ...memory, id: `gone-${memory.id}` })))
        for (const { id, records } of memories) table.put(id, '', [...records, ...records])
        for (const { id } of gone) table.delete(`gone-${id}`)
        for (const { id, records } of memories) table.put(id, '', records)
        expect(table.size).toBe(memories.length)
        expect(collect(toCollectionRequest(given), table.select())).toEqual(
          collect(toCollectionRequest(given), tableOf(memories).select()),
        )
      }),
    )
  })

  test('[GWT8] [COM3] invisible records do not change the titles of visible ones', () => {
    const table = new RecordTable()
    table.put('m0', 'mine', parseRecords('kind=Tool, label=Hammer'))
    table.put('m1', 'mine', parseRecords('kind=Tool, label=Saw'))
    table.put('m2', 'theirs', parseRecords('kind=Band, label=Hammer'))
    const mine = table.select((scope) => scope === 'mine')
    expect(ask({ operation: 'filter', field: 'kind', value: 'Tool' }, mine).answer).toBe('Hammer, Saw')
  })

  test('[GWT8] invisible records are not counted', () => {
    fc.assert(
      fc.property(collection, collection, request, (mine, others, given) => {
        const table = tableOf([])
        for (const { id, records } of others) table.put(`other-${id}`, 'theirs', records)
        for (const { id, records } of mine) table.put(id, 'mine', records)
        expect(
          collect(
            toCollectionRequest(given),
            table.select((scope) => scope === 'mine'),
          ),
        ).toEqual(collect(toCollectionRequest(given), tableOf(mine).select()))
      }),
    )
  })

  test('[GWT8] sums and counts agree with plain arithmetic in cents', () => {
    fc.assert(
      fc.property(collection, (memories) => {
        const cents = memories
          .flatMap(({ records }) => records)
          .filter(({ fields }) => fields.some(({ key, valueKey }) => key === 'g' && valueKey === 'a'))
          .flatMap(({ fields }) => fields.filter(({ key, number }) => key === 'v' && number !== null))
          .map(({ number }) => Math.round((number as number) * 100))
        const sum = cents.reduce((total, each) => total + each, 0)
        const answer = collect(
          toCollectionRequest({ operation: 'sum', field: 'g', value: 'a', metric: 'v', k: 1 }),
          tableOf(memories).select(),
        )
        expect(answer.answer).toBe(cents.length === 0 ? '0.0' : String(sum / 100 + 0))
        expect(answer.metadata.numeric_count).toBe(cents.length)
      }),
    )
  })
})

test('[GWT8] bounds distinguish numbers that round to the same double', () => {
  const records = recordsIn('name=a, n=9007199254740992', 'name=b, n=9007199254740993', 'name=c, n=9007199254740992.0')
  const above = (value: string, test: 'above' | 'at_least') =>
    collect(
      {
        ...toCollectionRequest({ operation: 'filter', k: 5 }),
        criteria: [{ field: 'n', test, values: [value] }],
      },
      records,
    ).answer
  expect(above('9007199254740992', 'above')).toBe('b')
  expect(above('9007199254740992', 'at_least')).toBe('a, b, c')
  expect(above('9007199254740993', 'above')).toBe('none')
})

test('[GWT15] what came in the place of a forgotten value is summed and ordered by its own', () => {
  const table = new RecordTable()
  table.put('a', '', parseRecords('name=A, n=5.25, day=2025-01-02'))
  expect(ask({ operation: 'sum', metric: 'n' }, table.select()).answer).toBe('5.25')
  expect(ask({ operation: 'max', metric: 'day' }, table.select()).answer).toBe('2025-01-02')
  table.put('a', '', parseRecords('name=A, n=1e3, day=2020-05-06'))
  table.put('b', '', parseRecords('name=B, n=7, day=2021-05-06'))
  expect(ask({ operation: 'sum', metric: 'n' }, table.select()).answer).toBe('1007')
  expect(ask({ operation: 'max', metric: 'day' }, table.select()).answer).toBe('2021-05-06')
})

test('[GWT8] numbers beyond any double are ranked by their digits', () => {
  const sizes = recordsIn('name=A, size=1e400', 'name=B, size=1e401', 'name=C, size=5', 'name=D, size=-1e400')
  const top = (k: number) => ask({ operation: 'top_k', metric: 'size', k }, sizes)
  expect(top(1).matched_records).toMatchObject([{ id: 'm1' }])
  expect(top(4).matched_records.map(({ id }) => id)).toEqual(['m1', 'm0', 'm2', 'm3'])
})

test('[GWT8] a large k is as exact as a small one', () => {
  const values = Array.from({ length: 300 }, (_, at) => (at * 7919) % 101)
  const records = recordsIn(...values.map((value, at) => `id=${at}, n=${value}`))
  const expected = values
    .map((value, at) => ({ value, at }))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .map(({ value, at }) => `${at} (${value})`)
  for (const k of [1, 3, 75, 120, 300, 1000]) {
    expect(ask({ operation: 'top_k', metric: 'n', k }, records).answer).toBe(expected.slice(0, k).join(', '))
  }
})
