import { describe, expect, test } from 'vitest'
import { rowCounts } from '../../support/database.js'
import { ask, exported, linesOf, tellStory } from '../../support/keeping.js'
import { anEdge, hours } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()

/** What the doors answer, one after the other; a recall is a use, so both sides ask the same in the same order. */
async function answers(mind: Mind) {
  const recalls = []
  for (const query of ['billing', 'Which database does billing use?', 'lamp', 'What broke?']) {
    recalls.push(await mind.call('recall', { query, explain: true }))
    recalls.push(await mind.call('recall_episodes', { query }))
    recalls.push(await mind.call('semantic_recall', { query }))
    recalls.push(
      await mind.call('query_at_time', { query, point_in_time: new Date(mind.clock.now() - hours(3.5)).toISOString() }),
    )
  }
  recalls.push(await mind.call('recall_skill', { task: 'move to Postgres' }))
  recalls.push((await mind.call('gwt_memory_profile', {})).structured_fields)
  return recalls
}

describe('gwt_reset', () => {
  test('[GWT15] [GWT16] persistent: deletes what is in sight and answers its backup, in the contract’s keys', async () => {
    const mind = minds.open()
    await tellStory(mind)
    await mind.call('gwt_query', { query: 'lamp', admit: true })
    const before = await exported(mind)
    const answer = await mind.call('gwt_reset', { scope: 'persistent', confirm: 'RESET_PERSISTENT' })
    expect(answer).toEqual({
      status: 'reset',
      scope: 'persistent',
      cleared_count: linesOf(before).length,
      backup: expect.any(String),
      backup_files: [],
    })
    expect(linesOf(answer.backup!)).toHaveLength(answer.cleared_count)
    const { changes: _, ...rows } = rowCounts(mind.dataDir)
    expect(rows).toEqual(Object.fromEntries(Object.keys(rows).map((table) => [table, 0])))
    expect(await mind.call('gwt_inspect', {})).toMatchObject({ used: 0 })
    expect(await mind.call('gwt_inspect', { target: 'buffer' })).toMatchObject({ used: 0 })
    expect(await mind.call('gwt_memory_profile', {})).toMatchObject({ status: 'empty', structured_record_count: 0 })
    expect((await mind.call('recall', { query: 'billing lamp' })).memories).toEqual([])
  })

  test('[GWT13] export, reset, import: the same memories, versions, links, times and answers', async () => {
    const told = minds.open()
    await tellStory(told)
    const dataDir = minds.newFolder()
    // A second store with the same, so that what asking changes is the same on both sides.
    const mind = minds.open({ dataDir })
    mind.clock.set(told.clock.now())
    const jsonl = await exported(told)
    expect(await mind.call('gwt_import_memory', { jsonl })).toMatchObject({ status: 'imported', error_count: 0 })
    const reset = { scope: 'persistent', confirm: 'RESET_PERSISTENT' } as const
    const { backup } = await mind.call('gwt_reset', reset)
    expect(await exported(mind)).toBe('')
    expect(await mind.call('gwt_import_memory', { jsonl: backup! })).toMatchObject({
      status: 'imported',
      imported_count: linesOf(jsonl).length,
      skipped_duplicate_count: 0,
      unconnected_count: 0,
    })
    // The story's notes are at the edge of attention where they were told; that is the mind's, not the memories'.
    const plain = (text: string) => text.replaceAll('"preconscious"', '"long_term"')
    expect(await exported(mind)).toBe(plain(jsonl))
    expect(await answers(mind)).toEqual(await answers(told))
  })

  test('[COM3] [GWT15] persistent reaches no further than the caller sees', async () => {
    const mind = minds.open()
    await tellStory(mind)
    const others = linesOf(await exported(mind)).filter(({ session_id }) => session_id !== 'other')
    const reset = { scope: 'persistent', confirm: 'RESET_PERSISTENT', session_id: 'other' } as const
    expect(await mind.call('gwt_reset', reset)).toMatchObject({ cleared_count: 1 })
    expect(linesOf(await exported(mind))).toEqual(others)
  })

  test('[SEM6] what was derived out of sight from what goes is to be looked at again', async () => {
    const mind = minds.open()
    const { id: ground } = await mind.call('create_episode', { content: 'Seen.', session_id: 'other' })
    const { id: derived } = await mind.call('create_entity', {
      name: 'Concluded',
      entity_type: 'FACT',
      summary: 'It follows.',
      derived_from: [ground],
    })
    await mind.call('gwt_reset', { scope: 'persistent', confirm: 'RESET_PERSISTENT', session_id: 'other' })
    expect(linesOf(await exported(mind))).toMatchObject([{ id: derived, needs_review: true }])
  })

  test('[GWT16] workspace: sends the occupants to the buffer, and deletes nothing', async () => {
    const mind = minds.open()
    await tellStory(mind)
    const { results } = await mind.call('gwt_query', { query: 'lamp', admit: true, k: 3 })
    const before = await exported(mind)
    const answer = await mind.call('gwt_reset', { scope: 'workspace', confirm: 'RESET_WORKSPACE' })
    expect(answer).toEqual({ status: 'reset', scope: 'workspace', cleared_count: results.length })
    expect(await mind.call('gwt_inspect', {})).toMatchObject({ used: 0 })
    const { items } = (await mind.call('gwt_inspect', { target: 'buffer' })) as unknown as { items: { id: string }[] }
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(results.map(({ id }) => id)))
    expect(await exported(mind)).toBe(before.replaceAll('"conscious"', '"preconscious"'))
  })

  test('[GWT15] runtime: reads everything anew, and no answer changes', async () => {
    const one = minds.open()
    await tellStory(one)
    const before = await exported(one)
    const count = linesOf(before).length
    const profile = await one.call('gwt_memory_profile', {})
    const answer = await one.call('gwt_reset', { confirm: 'RESET_RUNTIME' })
    expect(answer).toEqual({ status: 'reset', scope: 'runtime', cleared_count: count })
    expect(await exported(one)).toBe(before)
    const { restored_runtime_items, ...rest } = await one.call('gwt_memory_profile', {})
    expect(rest).toEqual({ ...profile, restored_runtime_items: undefined, file_sizes: rest.file_sizes })
    expect(restored_runtime_items).toBe(count)

    const two = minds.open()
    two.clock.set(one.clock.now())
    await two.call('gwt_import_memory', { jsonl: before })
    expect(await answers(one)).toEqual(await answers(two))
  })

  test.each([
    ['runtime', 'RESET_RUNTIME', 9],
    ['workspace', 'RESET_WORKSPACE', 0],
    ['persistent', 'RESET_PERSISTENT', 9],
  ] as const)(
    '[GWT15] %s without its exact words does nothing and says which',
    async (scope, required_confirm, would_clear) => {
      const mind = minds.open()
      await tellStory(mind)
      const before = await exported(mind)
      for (const confirm of [undefined, '', 'yes', required_confirm.toLowerCase(), `${required_confirm} `]) {
        expect(await ask(mind, 'gwt_reset', { scope, confirm })).toEqual({
          error: 'confirmation required',
          required_confirm,
          scope,
          would_clear,
        })
      }
      const another = scope === 'runtime' ? 'RESET_PERSISTENT' : 'RESET_RUNTIME'
      expect(await ask(mind, 'gwt_reset', { scope, confirm: another })).toMatchObject({ required_confirm })
      expect(await exported(mind)).toBe(before)
    },
  )

  test('[GWT1] an unknown scope is refused with those that there are', async () => {
    expect(await ask(minds.open(), 'gwt_reset', { scope: 'everything', confirm: 'RESET_PERSISTENT' })).toEqual({
      error: expect.stringMatching(/^scope /),
      supported_scopes: ['runtime', 'workspace', 'persistent'],
    })
  })

  test('[GWT15] whatever others wrote before the deletion is in the backup', async () => {
    const mind = minds.open()
    await tellStory(mind)
    const other = minds.openStore(mind.dataDir)
    const [target = '', ...sources] = linesOf(await exported(mind)).map(({ id }) => String(id))
    async function link(): Promise<number> {
      let linked = 0
      for (const source of sources) {
        const edge = anEdge({ source, target, type: 'RACES' })
        // Who comes too late finds nothing to link.
        await other.commit({ at: 0, connect: [edge] }).then(
          () => linked++,
          () => undefined,
        )
      }
      return linked
    }
    const [{ backup }, linked] = await Promise.all([
      mind.call('gwt_reset', { scope: 'persistent', confirm: 'RESET_PERSISTENT' }),
      link(),
    ])
    const kept = linesOf(backup!).flatMap(({ edges }) => edges as { type: string }[])
    expect(kept.filter(({ type }) => type === 'RACES')).toHaveLength(linked)
    expect(linked).toBeGreaterThan(0)
    expect(await exported(mind)).toBe('')
  })
})
