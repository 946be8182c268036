import { beforeAll, describe, expect, test } from 'vitest'
import { estimateTokens } from '#ww/memory/token-budget.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()
const supported = ['count', 'filter', 'top_k', 'average', 'sum', 'distinct', 'min', 'max', 'compare']

describe('gwt_collection_query', () => {
  let mind: Mind
  beforeAll(async () => {
    mind = minds.open()
    for (const text of [
      'name=Lamp, price=4.50, region=North',
      '{"name": "Desk", "price": 90, "region": "South"}',
      '| name | price | region |\n|--|--|--|\n| Chair | 30.25 | North |\n| Shelf | v2 | North |',
      'Meeting at 10:30 about the region: it went well.',
    ])
      await mind.call('remember', { text })
  })

  test('[GWT8] answers with the contract’s keys', async () => {
    const answer = await mind.call('gwt_collection_query', { operation: 'count', field: 'region', value: 'North' })
    expect(Object.keys(answer).sort()).toEqual(
      ['operation', 'answer', 'matched_count', 'matched_records', 'supporting_evidence', 'metadata'].sort(),
    )
    expect(answer).toMatchObject({ operation: 'count', answer: '3', matched_count: 3 })
    expect(answer.matched_records[0]).toMatchObject({ fields: { name: 'Lamp', price: 4.5, region: 'North' } })
    expect(answer.supporting_evidence[0]).toMatch(/^\S+: name=Lamp, price=4\.50, region=North$/)
  })

  test.each([
    [{ operation: 'filter', field: 'region', value: 'north', k: 2 }, 'Lamp, Chair, and 1 more'],
    [{ operation: 'top_k', metric: 'price', k: 1 }, 'Desk (90)'],
    [{ operation: 'average', metric: 'price', field: 'region', value: 'North' }, '17.375'],
    [{ operation: 'sum', metric: 'price' }, '124.75'],
    [{ operation: 'distinct', field: 'region' }, 'North, South'],
    [{ operation: 'min', field: 'price' }, '4.5'],
    [{ operation: 'max', field: 'price', group_field: 'region' }, 'North: 30.25, South: 90'],
    [
      { operation: 'compare', group_field: 'region', group_a: 'North', group_b: 'South' },
      'North: 3, South: 1 (North is higher by 2)',
    ],
  ] as const)('[GWT8] %j is %s', async (input, answer) => {
    expect((await mind.call('gwt_collection_query', input)).answer).toBe(answer)
  })

  test('[GWT8] nothing numeric is said to be so', async () => {
    expect(await mind.call('gwt_collection_query', { operation: 'average', metric: 'region' })).toMatchObject({
      answer: 'none',
      metadata: { numeric_count: 0 },
    })
    expect(await mind.call('gwt_collection_query', { operation: 'sum', metric: 'colour' })).toMatchObject({
      answer: '0.0',
      metadata: { numeric_count: 0, unknown_fields: ['colour'] },
    })
  })

  test('[GWT1] an unknown operation is answered with those there are', async () => {
    expect(await mind.call('gwt_collection_query', { operation: 'median' } as never)).toEqual({
      error: `operation must be one of: ${supported.join(', ')}`,
      supported_operations: supported,
    })
    expect(await mind.call('gwt_collection_query', {} as never)).toMatchObject({ supported_operations: supported })
  })

  test.each([
    [{ operation: 'count', k: 0 }, 'k must be at least 1'],
    [{ operation: 'count', field: ' ' }, 'field must not be blank'],
    [{ operation: 'count', limit: 3 }, 'limit is not a parameter of this operation'],
  ])('[GWT1] %j is an answer with an error, and no other key', async (input, error) => {
    expect(await mind.call('gwt_collection_query', input as never)).toEqual({ error })
  })

  test('[GWT7] a record that was just written counts, one that was superseded or forgotten does not', async () => {
    const own = minds.open()
    const count = async () => (await own.call('gwt_collection_query', { operation: 'count' })).answer
    const first = await own.call('remember', { text: 'name=Lamp, price=4' })
    expect(await count()).toBe('1')
    const { new_id } = await own.call('correct', { id: first.id, text: 'name=Lamp, price=5' })
    expect(await count()).toBe('1')
    expect((await own.call('gwt_collection_query', { operation: 'sum', metric: 'price' })).answer).toBe('5')
    await own.call('forget', { ids: [new_id], dry_run: false })
    expect(await count()).toBe('0')
  })
})

describe('gwt_collection_query sees', () => {
  test('[COM3] [COM13] [GWT8] the records in the caller’s sight, and no others', async () => {
    const mind = minds.open()
    const count = async (scope: { session_id?: string; project?: string }) =>
      (await mind.call('gwt_collection_query', { operation: 'count', ...scope })).answer
    await mind.call('remember', { text: 'name=Lamp, price=4', session_id: 'one' })
    await mind.call('remember', { text: 'name=Desk, price=9', session_id: 'two', project: 'shop' })
    await mind.call('remember', { text: 'name=Sofa, price=9', session_id: 'two', project: 'other' })
    expect(await count({ session_id: 'one' })).toBe('1')
    expect(await count({ session_id: 'two' })).toBe('2')
    expect(await count({ session_id: 'two', project: 'shop' })).toBe('1')
    expect(await count({})).toBe('3')
    expect(await count({ project: 'shop' })).toBe('2')
  })
})

describe('gwt_collection_query stays small', () => {
  let mind: Mind
  beforeAll(async () => {
    mind = minds.open()
    for (let number = 0; number < 40; number++) {
      await mind.call('remember', {
        text: JSON.stringify({ name: `Item ${number}`, note: `n${number} `.repeat(2_000), price: number }),
      })
    }
  })

  test('[COM14] [GWT8] long values are cut to fit, and metadata says so; what is counted is not', async () => {
    const answer = await mind.call('gwt_collection_query', { operation: 'filter', k: 40 })
    expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(20_000)
    expect(answer).toMatchObject({ matched_count: 40, metadata: { shortened: true } })
    expect(answer.matched_records).toHaveLength(40)
    expect(String(answer.matched_records[0]!.fields.note)).toMatch(/^n0 n0 .*…$/)
    expect(answer.matched_records[7]!.fields).toMatchObject({ name: 'Item 7', price: 7 })
  })

  test('[COM14] [GWT8] in a budget too small for all records the last ones go, and metadata says how many', async () => {
    const answer = await mind.call('gwt_collection_query', { operation: 'filter', k: 40, max_tokens: 1_000 })
    expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(1_000)
    expect(answer.matched_count).toBe(40)
    const omitted = Number(answer.metadata.omitted_records)
    expect(omitted).toBeGreaterThan(0)
    expect(answer.matched_records).toHaveLength(40 - omitted)
    expect(answer.supporting_evidence).toHaveLength(40 - omitted)
  })

  test('[COM5] [GWT8] more than 100 records are never shown, but all are counted', async () => {
    const many = minds.open()
    const rows = Array.from({ length: 150 }, (_, at) => `| Item ${at} | ${at} |`)
    await many.call('remember', { text: ['| name | price |', '|--|--|', ...rows].join('\n') })
    const answer = await many.call('gwt_collection_query', { operation: 'filter', k: 1_000 })
    expect(answer).toMatchObject({ matched_count: 150, answer: expect.stringMatching(/, and 50 more$/) })
    expect(answer.matched_records).toHaveLength(100)
  })
})
