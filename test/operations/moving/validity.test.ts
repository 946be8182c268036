import { describe, expect, test } from 'vitest'
import { hours, start } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'
import { exportLines, idsOf, importLines, said, whatBecame } from '../../support/moving.js'

const minds = useMinds()

const old = { id: 'a', content: 'The kettle is red.', kind: 'entity', created_at: '2025-01-01' }
const renewed = { id: 'b', content: 'The kettle is blue.', kind: 'entity', created_at: '2025-06-01', version_of: 'a' }
const between = Array.from({ length: 300 }, (_, at) => ({ content: `Loaf ${at} came out well.` }))

describe('[SEM5] a line that only says which one it takes the place of', () => {
  test.each([
    ['behind it', [old, renewed]],
    ['before it', [renewed, old]],
    ['far behind it', [old, ...between, renewed]],
    ['far before it', [renewed, ...between, old]],
  ])('[GWT14] ends that one when it comes %s', async (_, lines) => {
    const mind = minds.open()
    await importLines(mind, lines)
    // GWT14: and again, nothing changes. Before anything is recalled, which counts as a use a moment later.
    const lines2 = await exportLines(mind)
    expect(new Set(whatBecame(await importLines(mind, lines)))).toEqual(new Set(['duplicate']))
    expect(await exportLines(mind)).toEqual(lines2)
    const { entities } = await mind.call('semantic_recall', { query: 'Which colour is the kettle?' })
    expect(entities.map(({ summary }) => summary)).toEqual(['The kettle is blue.'])
    const before = (await said(mind)).find(({ content }) => content === old.content)
    expect(before).toMatchObject({ valid_to: '2025-06-01T00:00:00.000Z', version: 2 })
    const known = { query: 'kettle', include: ['entities' as const] }
    const then = await mind.call('query_at_time', { ...known, point_in_time: '2025-03-01T00:00:00Z' })
    expect(JSON.stringify(then)).toContain('The kettle is red.')
  })

  test('[GWT14] ends one that was there, whatever else the import says of it', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: 'The kettle is red.' })
    mind.clock.advance(hours(1))
    const outcomes = await importLines(mind, [
      { content: 'The kettle is red.', source: 'memory' },
      { id: 'b', content: 'The kettle is blue.', version_of: id },
    ])
    expect(whatBecame(outcomes)).toEqual(['duplicate', 'added'])
    expect(idsOf(outcomes)[0]).toBe(id)
    expect(await mind.call('get_memory', { id })).toMatchObject({ valid_to: '2026-01-05T10:00:00Z' })
    expect((await mind.call('recall', { query: 'kettle' })).total).toBe(1)
  })

  test('[GWT14] that has itself ended, or goes in a circle, leaves one that holds', async () => {
    const mind = minds.open()
    await importLines(mind, [old, { ...renewed, valid_to: '2025-07-01' }])
    expect((await said(mind)).map(({ valid_to }) => valid_to)).toEqual([null, '2025-07-01T00:00:00.000Z'])
    const circle = minds.open()
    await importLines(circle, [{ ...old, version_of: 'b' }, renewed])
    expect((await said(circle)).filter(({ valid_to }) => valid_to === null)).toHaveLength(1)
  })
})

describe('what has ended', () => {
  test('[GWT14] before it was recorded held until then', async () => {
    const mind = minds.open()
    await importLines(mind, [{ content: 'The shop was open.', valid_to: '2020-01-01' }])
    const at = '2020-01-01T00:00:00.000Z'
    expect(await said(mind)).toMatchObject([{ valid_from: at, valid_to: at }])
  })

  test('[SEM5] did not end before it began, wherever the clock stands', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: 'The kettle is red.' })
    mind.clock.set(start - hours(1))
    await mind.call('correct', { id, text: 'The kettle is blue.', reason: 'It is.' })
    const to = minds.open()
    expect(new Set(whatBecame(await importLines(to, await exportLines(mind))))).toEqual(new Set(['added']))
  })
})
