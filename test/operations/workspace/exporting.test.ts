import { beforeAll, describe, expect, test } from 'vitest'
import { identify } from '#ww/operations/machinery/caller.js'
import { Refusal } from '#ww/operations/machinery/refusal.js'
import { exportJsonl } from '#ww/operations/workspace/backup/export-lines.js'
import { ask, exported, linesOf, tellStory } from '../../support/keeping.js'
import { type Mind, useMinds } from '../../support/minds.js'
import { exportLines } from '../../support/moving.js'

const minds = useMinds()
let mind: Mind
beforeAll(async () => {
  mind = minds.open()
  await tellStory(mind)
})

describe('gwt_export_memory', () => {
  test('[GWT13] [GWT16] answers exactly the contract’s keys, and everything in sight', async () => {
    const answer = await mind.call('gwt_export_memory', {})
    const lines = linesOf(answer.jsonl)
    expect(answer).toEqual({
      status: 'ok',
      format: 'gwt-memory-jsonl-v1',
      item_count: lines.length,
      filters: { memory_type: null, tag: null },
      jsonl: expect.stringMatching(/\n$/),
    })
    expect(lines).toHaveLength((await exportLines(mind)).length)
  })

  test('[GWT13] one JSON object per line, keys sorted, no embeddings; closed versions are lines too', async () => {
    const lines = linesOf(await exported(mind))
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(Object.keys(line).sort())
      expect(Object.keys(line).join()).not.toMatch(/vector|embedding/)
    }
    const versions = lines.filter(({ content }) => String(content).startsWith('Billing database'))
    expect(versions.map(({ valid_to }) => valid_to === null)).toEqual([false, true])
  })

  test('[GWT13] says where each is in the caller’s mind', async () => {
    const stateOf = async (text: string) =>
      linesOf(await exported(mind)).find(({ content }) => String(content).includes(text))?.activation_state
    expect(await stateOf('hangs in the hall')).toBe('preconscious')
    expect(await stateOf('moved the billing')).toBe('long_term')
    await mind.call('gwt_query', { query: 'lamp that hangs in the hall', admit: true, k: 1 })
    expect(await stateOf('hangs in the hall')).toBe('conscious')
  })

  test('[GWT13] filters by type and by tag, of every version; lessons are procedural', async () => {
    const types = async (input: object) => linesOf(await exported(mind, input)).map(({ memory_type }) => memory_type)
    expect(new Set(await types({ memory_type: 'semantic' }))).toEqual(new Set(['semantic']))
    expect(await types({ memory_type: 'semantic' })).toHaveLength(4)
    expect(await types({ memory_type: 'working', tag: 'billing' })).toEqual(['working'])
    expect(new Set(await types({ tag: 'billing' }))).toEqual(new Set(['episodic', 'working']))
    const [changed] = linesOf(await exported(mind, { memory_type: 'episodic', tag: 'billing' }))
    expect(changed?.versions).toHaveLength(1)
    expect(await mind.call('gwt_export_memory', { tag: 'nothing has it' })).toEqual({
      status: 'empty',
      format: 'gwt-memory-jsonl-v1',
      item_count: 0,
      filters: { memory_type: null, tag: 'nothing has it' },
      jsonl: '',
    })
    const imported = minds.open()
    await ask(imported, 'gwt_import_memory', { jsonl: '{"content": "Look twice.", "kind": "lesson"}' })
    expect(await ask(imported, 'gwt_export_memory', { memory_type: 'procedural' })).toMatchObject({ item_count: 1 })
  })

  test('[COM3] nothing of another session', async () => {
    const other = linesOf(await exported(mind, { session_id: 'other' }))
    expect(other.map(({ session_id }) => session_id)).toEqual(['other'])
    expect(await ask(mind, 'gwt_export_memory', { session_id: 'third' })).toMatchObject({ status: 'empty' })
  })

  test('[GWT1] an unknown type is refused with those that there are', async () => {
    const supported_memory_types = ['episodic', 'semantic', 'procedural', 'working']
    for (const name of ['gwt_export_memory', 'gwt_backup_memory'] as const) {
      const answer = await ask(mind, name, { memory_type: 'fuzzy' })
      expect(answer).toEqual({ error: expect.stringMatching(/^memory_type /), supported_memory_types })
    }
  })
})

describe('gwt_backup_memory', () => {
  test('[GWT18] answers the same lines with the namespace and the files', async () => {
    const answer = await mind.call('gwt_backup_memory', {})
    expect(answer).toEqual({
      status: 'ok',
      format: 'gwt-memory-backup-v1',
      namespace: { scope: 'global', name: expect.stringMatching(/\S/), data_dir: mind.dataDir },
      file_sizes: expect.objectContaining({ 'world-weaver.db': expect.any(Number) }),
      item_count: linesOf(answer.jsonl).length,
      filters: { memory_type: null, tag: null },
      jsonl: await exported(mind),
    })
    expect(mind.dataDir.endsWith(answer.namespace.name)).toBe(true)
    expect(answer.file_sizes['world-weaver.db']).toBeGreaterThan(0)
    const part = await mind.call('gwt_backup_memory', { tag: 'billing' })
    expect(part.jsonl).toBe(await exported(mind, { tag: 'billing' }))
  })
})

describe('an export that is too large for one answer', () => {
  test('[GWT13] is refused with what can write it', async () => {
    const memories = minds.openStore(mind.dataDir)
    const context = { memories } as never
    const caller = identify({}, { session: 'default', project: null })
    const { jsonl, ids } = await exportJsonl(context, caller)
    const bytes = Buffer.byteLength(jsonl)
    expect(await exportJsonl(context, caller, undefined, bytes)).toMatchObject({ jsonl, ids })
    const refused = await exportJsonl(context, caller, undefined, bytes - 1).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect((refused as Refusal).body).toEqual({ error: expect.stringMatching(/`ww export`/) })
  })
})
