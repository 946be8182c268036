import { describe, expect, test } from 'vitest'
import { ask, exported, linesOf, tellStory, toJsonl, usesWritten } from '../../support/keeping.js'
import { idOf } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()

const replace = { mode: 'replace', confirm: 'RESTORE_REPLACE' } as const
const thousand = Array.from({ length: 1_000 }, (_, number) => ({
  id: idOf(number),
  content: `Number ${number}.`,
  kind: 'episode',
}))

async function aToldMind(): Promise<Mind> {
  const mind = minds.open()
  await tellStory(mind)
  await usesWritten(mind)
  return mind
}

describe('gwt_restore_memory', () => {
  test('[GWT15] [GWT16] replace: what was in sight goes, the backup of it is answered, the lines come', async () => {
    const mind = await aToldMind()
    await mind.call('gwt_query', { query: 'lamp', admit: true })
    await usesWritten(mind)
    const before = await exported(mind)
    const answer = await mind.call('gwt_restore_memory', { jsonl: toJsonl(thousand), ...replace })
    expect(answer).toEqual({
      status: 'restored',
      mode: 'replace',
      deleted_count: linesOf(before).length,
      backup: before,
      imported_count: 1_000,
      imported_ids: thousand.map(({ id }) => id),
      updated_count: 0,
      error_count: 0,
      errors: [],
      skipped_duplicate_count: 0,
      skipped_duplicates: [],
      unconnected_count: 0,
      admit: false,
      dedupe: true,
      backup_files: [],
    })
    expect(linesOf(await exported(mind)).map(({ content }) => content)).toEqual(thousand.map(({ content }) => content))
    expect(await mind.call('gwt_inspect', {})).toMatchObject({ used: 0 })
    expect(await mind.call('gwt_inspect', { target: 'buffer' })).toMatchObject({ used: 0 })
    expect(
      (await mind.call('recall', { query: 'billing Postgres' })).memories.map(({ content }) => content).join(),
    ).not.toMatch(/billing/)
    expect(await mind.call('gwt_memory_profile', {})).toMatchObject({
      structured_record_count: 0,
      runtime_index_count: 1_000,
    })

    const back = await mind.call('gwt_restore_memory', { jsonl: answer.backup!, ...replace })
    expect(back).toMatchObject({ deleted_count: 1_000, imported_count: linesOf(before).length, unconnected_count: 0 })
    expect(await exported(mind)).toBe(before.replaceAll(/"(pre)?conscious"/g, '"long_term"'))
    expect(await mind.call('gwt_readiness_check', {})).toMatchObject({ status: 'ready' })
  })

  test('[GWT15] replace with what is there already: the same ids, versions and links', async () => {
    const mind = await aToldMind()
    await mind.call('gwt_set_goal', { description: 'Light the hall' })
    const before = await exported(mind)
    const answer = await mind.call('gwt_restore_memory', { jsonl: before, ...replace })
    // A goal is no memory: it stays.
    expect(await mind.call('gwt_inspect', { target: 'goals' })).toMatchObject({ status: 'ok' })
    expect(answer).toMatchObject({ status: 'restored', skipped_duplicate_count: 0, updated_count: 0 })
    expect(answer.imported_ids).toEqual(linesOf(before).map(({ id }) => id))
    expect(await exported(mind)).toBe(before.replaceAll('"preconscious"', '"long_term"'))
    expect(await mind.call('gwt_memory_profile', {})).toMatchObject({ structured_record_count: 2 })
  })

  test('[GWT15] lines without an id that say what was there come too, once', async () => {
    const mind = minds.open()
    const line = { content: 'The boiler is in the cellar.' }
    await mind.call('gwt_import_memory', { jsonl: toJsonl([line]) })
    const answer = await mind.call('gwt_restore_memory', { jsonl: toJsonl([line, line]), ...replace })
    expect(answer).toMatchObject({ deleted_count: 1, imported_count: 1, skipped_duplicate_count: 1 })
    expect(linesOf(await exported(mind))).toMatchObject([line])
  })

  test('[GWT15] replace with one bad line among a thousand: refused as a whole, nothing is touched', async () => {
    const mind = await aToldMind()
    const before = await exported(mind)
    const lines = thousand.with(616, { ...thousand[616]!, content: ' ' })
    const answer = await ask(mind, 'gwt_restore_memory', { jsonl: toJsonl(lines), ...replace })
    expect(answer).toEqual({
      error: expect.stringMatching(/nothing was changed/),
      error_count: 1,
      errors: [{ line: 617, error: expect.stringMatching(/^content /) }],
    })
    expect(await exported(mind)).toBe(before)
  })

  test('[GWT14] [GWT15] merge takes the good lines beside what is there', async () => {
    const mind = await aToldMind()
    const before = linesOf(await exported(mind)).length
    const lines = [...thousand.with(616, { ...thousand[616]!, content: ' ' }), thousand[0]!]
    const answer = await mind.call('gwt_restore_memory', { jsonl: toJsonl(lines) })
    expect(answer).toEqual({
      status: 'partial',
      mode: 'merge',
      deleted_count: 0,
      backup: null,
      imported_count: 999,
      imported_ids: expect.any(Array),
      updated_count: 0,
      error_count: 1,
      errors: [{ line: 617, error: expect.stringMatching(/^content /) }],
      skipped_duplicate_count: 1,
      skipped_duplicates: [{ line: 1_001, id: thousand[0]!.id }],
      unconnected_count: 0,
      admit: false,
      dedupe: true,
    })
    expect(linesOf(await exported(mind))).toHaveLength(before + 999)
    expect(await ask(mind, 'gwt_restore_memory', { jsonl: '{"content": "x"}' })).toMatchObject({ status: 'restored' })
  })

  test('[GWT15] replace without the exact words does nothing and says which', async () => {
    const mind = await aToldMind()
    const before = await exported(mind)
    for (const confirm of ['', 'restore_replace', 'RESET_PERSISTENT', null]) {
      expect(await ask(mind, 'gwt_restore_memory', { jsonl: '{"content": "x"}', mode: 'replace', confirm })).toEqual({
        error: 'confirmation required',
        required_confirm: 'RESTORE_REPLACE',
        mode: 'replace',
        would_delete: linesOf(before).length,
      })
    }
    expect(await exported(mind)).toBe(before)
  })

  test('[COM3] [GWT15] replace reaches no further than the caller sees, and takes no id from others', async () => {
    const mind = await aToldMind()
    const all = linesOf(await exported(mind))
    const others = all.filter(({ session_id }) => session_id !== 'other')
    const jsonl = toJsonl([{ id: others[0]!.id, content: 'Mine now.', kind: 'episode' }])
    const answer = await mind.call('gwt_restore_memory', { jsonl, ...replace, session_id: 'other' })
    expect(answer).toMatchObject({ deleted_count: 1, imported_count: 1 })
    expect(answer.imported_ids).not.toEqual([others[0]!.id])
    const after = linesOf(await exported(mind))
    expect(after.filter(({ session_id }) => session_id !== 'other')).toEqual(others)
    expect(after.filter(({ session_id }) => session_id === 'other')).toMatchObject([{ content: 'Mine now.' }])
    const theirs = toJsonl([{ content: 'Theirs.', session_id: 'third' }])
    expect(await ask(mind, 'gwt_restore_memory', { jsonl: theirs, ...replace, session_id: 'other' })).toMatchObject({
      errors: [{ line: 1 }],
    })
  })

  test('[GWT1] an unknown mode, and a blank payload, are refused', async () => {
    const mind = minds.open()
    expect(await ask(mind, 'gwt_restore_memory', { jsonl: '{}', mode: 'overwrite' })).toEqual({
      error: expect.stringMatching(/^mode /),
      supported_modes: ['merge', 'replace'],
    })
    expect(await ask(mind, 'gwt_restore_memory', { jsonl: '\n', ...replace })).toEqual({
      error: 'jsonl must not be blank',
    })
  })

  test('[WSP2] admit brings what came in to mind', async () => {
    const mind = await aToldMind()
    const jsonl = toJsonl(thousand.slice(0, 2))
    const answer = await mind.call('gwt_restore_memory', { jsonl, ...replace, admit: true })
    expect(answer).toMatchObject({ admit: true })
    expect(await mind.call('gwt_inspect', {})).toMatchObject({ used: 2 })
  })
})
