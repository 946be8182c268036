import { describe, expect, test } from 'vitest'
import { allRows } from '../../support/database.js'
import { ask, exported, linesOf } from '../../support/keeping.js'
import { hours } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()

/** The newest last. */
async function noting(mind: Mind, count: number, input: object = {}): Promise<string[]> {
  const ids = []
  for (let number = 1; number <= count; number++) {
    mind.clock.advance(hours(1))
    const content = `Order number ${number} shipped. Nobody asked about it since.`
    ids.push((await mind.call('gwt_store', { content, memory_type: 'working', ...input })).id)
  }
  return ids
}

const confirmed = { dry_run: false, confirm: 'COMPACT_WORKING' } as const

describe('gwt_compact_working_memory', () => {
  test('[GWT15] a dry run is the default: it tells what would go, and nothing does', async () => {
    const mind = minds.open()
    const ids = await noting(mind, 5)
    const before = await exported(mind)
    expect(await mind.call('gwt_compact_working_memory', { max_items: 2 })).toEqual({
      status: 'dry_run',
      max_items: 2,
      keep_count: 2,
      compact_count: 3,
      candidate_ids: ids.slice(0, 3).toReversed(),
      backup: null,
    })
    expect(await mind.call('gwt_compact_working_memory', { max_items: 2, confirm: 'COMPACT_WORKING' })).toMatchObject({
      status: 'dry_run',
    })
    expect(await exported(mind)).toBe(before)
  })

  test('[GWT15] confirmed: the older notes go, with a backup, and one summary of them is there', async () => {
    const mind = minds.open()
    const { id: episode } = await mind.call('create_episode', { content: 'We ship.' })
    const ids = await noting(mind, 5)
    const lines = linesOf(await exported(mind))
    const answer = await mind.call('gwt_compact_working_memory', { max_items: 2, ...confirmed })
    expect(answer).toEqual({
      status: 'compacted',
      max_items: 2,
      keep_count: 2,
      compact_count: 3,
      candidate_ids: ids.slice(0, 3).toReversed(),
      backup: expect.any(String),
      summary_id: expect.stringMatching(/^ent-/),
      backup_files: [],
    })
    expect(linesOf(answer.backup!)).toEqual(lines.filter(({ id }) => ids.slice(0, 3).includes(String(id))))
    const left = linesOf(await exported(mind))
    expect(left.map(({ id }) => id)).toEqual([episode, ...ids.slice(3), answer.summary_id])
    const summary = left.at(-1)!
    expect(summary).toMatchObject({
      memory_type: 'semantic',
      source: 'workspace',
      derived_from: [],
      facets: { entity_type: 'FACT' },
    })
    expect(summary.tags).toEqual(['workspace:summary', 'scope:global', expect.stringMatching(/^namespace:./)])
    expect(String(summary.content).split('\n')).toEqual([
      expect.stringMatching(/^Summary of 3 working notes of 2026-01-05 about .+:$/),
      '- Order number 1 shipped.',
      '- Order number 2 shipped.',
      '- Order number 3 shipped.',
    ])
    expect(await mind.call('gwt_inspect', { target: 'buffer' })).toMatchObject({ used: 2 })
    expect(await mind.call('gwt_compact_working_memory', { max_items: 2, ...confirmed })).toMatchObject({
      status: 'empty',
    })
  })

  test('[GWT15] the backup brings the notes back, links and all', async () => {
    const mind = minds.open()
    const [first = '', second = ''] = await noting(mind, 2)
    await mind.call('gwt_link', { source_id: first, target_id: second })
    const before = linesOf(await exported(mind, { memory_type: 'working' }))
    const { backup } = await mind.call('gwt_compact_working_memory', { max_items: 0, ...confirmed })
    expect(linesOf(await exported(mind, { memory_type: 'working' }))).toEqual([])
    await mind.call('gwt_restore_memory', { jsonl: backup! })
    const states = (lines: typeof before) => lines.map((line) => ({ ...line, activation_state: '' }))
    expect(states(linesOf(await exported(mind, { memory_type: 'working' })))).toEqual(states(before))
  })

  test('[GWT7] a summary of records is no record', async () => {
    const mind = minds.open()
    for (const price of [1, 2, 3]) {
      await mind.call('gwt_store', { content: `name=Lamp ${price}, price=${price}`, memory_type: 'working' })
    }
    expect(await mind.call('gwt_memory_profile', {})).toMatchObject({ structured_record_count: 3 })
    await mind.call('gwt_compact_working_memory', { max_items: 0, ...confirmed })
    expect(await mind.call('gwt_memory_profile', {})).toMatchObject({ structured_record_count: 0 })
  })

  test('[OPS4] of an answer the summary keeps the question: what the answer named may be forgotten later', async () => {
    const mind = minds.open()
    const { id } = await mind.call('create_episode', { content: 'name=Lampquib, price=4' })
    await mind.call('gwt_attend', { question: 'List all names' })
    await noting(mind, 1)
    const { summary_id } = await mind.call('gwt_compact_working_memory', { max_items: 0, ...confirmed })
    const { content } = await mind.call('get_memory', { id: summary_id! })
    expect(content).toContain('- List all names\n')
    expect(content).not.toContain('Lampquib')
    await mind.call('forget', { ids: [id], dry_run: false })
    expect(JSON.stringify(allRows(mind.dataDir))).not.toMatch(/lampquib/i)
  })

  test('[WSP1] two summaries of one day have names of their own', async () => {
    const mind = minds.open()
    const names = []
    for (let turn = 0; turn < 2; turn++) {
      await mind.call('gwt_store', { content: `Turn ${turn}`, memory_type: 'working' })
      const { summary_id } = await mind.call('gwt_compact_working_memory', { max_items: 0, ...confirmed })
      names.push((await mind.call('get_memory', { id: summary_id! })).facets.name)
    }
    expect(names).toEqual(['Summary of 1 working note of 2026-01-05', 'Summary of 1 working note of 2026-01-05 (2)'])
  })

  test('[COM3] [COM13] notes of other sessions and projects stay where they are', async () => {
    const mind = minds.open()
    await noting(mind, 2, { session_id: 'other' })
    await noting(mind, 2, { project: 'elsewhere' })
    await noting(mind, 1)
    const answer = await mind.call('gwt_compact_working_memory', { max_items: 0, ...confirmed })
    expect(answer).toMatchObject({ compact_count: 1 })
    expect(linesOf(await exported(mind, { memory_type: 'working' }))).toHaveLength(4)
    const there = await mind.call('gwt_compact_working_memory', { max_items: 1, project: 'elsewhere', ...confirmed })
    expect(there).toMatchObject({ compact_count: 1, keep_count: 1 })
    expect(await mind.call('get_memory', { id: there.summary_id! })).toMatchObject({ project: 'elsewhere' })
  })

  test('[GWT15] without the exact words nothing is done, even with nothing to do', async () => {
    const mind = minds.open()
    await noting(mind, 1)
    const before = await exported(mind)
    for (const confirm of ['', 'compact_working', null]) {
      expect(await ask(mind, 'gwt_compact_working_memory', { max_items: 0, dry_run: false, confirm })).toEqual({
        error: 'confirmation required',
        required_confirm: 'COMPACT_WORKING',
        max_items: 0,
      })
    }
    expect(await exported(mind)).toBe(before)
    expect(await mind.call('gwt_compact_working_memory', {})).toEqual({
      status: 'empty',
      max_items: 20,
      keep_count: 1,
      compact_count: 0,
      candidate_ids: [],
      backup: null,
    })
  })

  test('[GWT1] fewer than none cannot be kept', async () => {
    expect(await ask(minds.open(), 'gwt_compact_working_memory', { max_items: -1 })).toEqual({
      error: expect.stringMatching(/^max_items /),
    })
  })
})
