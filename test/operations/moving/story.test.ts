import { beforeAll, describe, expect, test } from 'vitest'
import { days, hours, start } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'
import { exportLines, importLines } from '../../support/moving.js'

/** Whatever the operations make of a memory, told once and moved twice. */
describe('a life', () => {
  const minds = useMinds()
  const ids: Record<string, string> = {}
  let old: Mind
  let moved: Mind
  let lines: string[]

  beforeAll(async () => {
    old = minds.open()
    const entity = (name: string, summary: string, derived_from: string[] = []) =>
      old.call('create_entity', { name, entity_type: 'FACT', summary, derived_from })
    for (const content of [
      'Alice deployed Grafana to staging.',
      'Alice deployed Grafana to staging.',
      'Bob uses Grafana daily.',
    ]) {
      await old.call('create_episode', { content, context: { project: 'shop', speaker: 'Alice' } })
      old.clock.advance(hours(0.2))
    }
    ids.port = (await entity('Staging port', 'Staging listens on 5432')).id
    ids.url = (await entity('Staging URL', 'Staging is at localhost:5432', [ids.port])).id
    ids.script = (await entity('Login script', 'It opens localhost:5432', [ids.url])).id
    await old.call('create_relation', { source_id: ids.script, target_id: ids.url, relation_type: 'USES' })
    old.clock.advance(days(1))
    ids.newPort = (
      await old.call('supersede_fact', { entity_id: ids.port, new_summary: 'Staging listens on 5433' })
    ).new_id
    const skill = await old.call('create_skill', {
      trajectory: [{ action: 'Run tests', tool: 'shell', parameters: { command: 'npm test' }, result: 'ok' }],
      outcome_score: 0.9,
      domain: 'devops',
    })
    await old.call('execute_skill', { procedure_id: skill.id!, success: false, error: 'No network', failed_step: 1 })
    await old.call('execute_skill', { procedure_id: skill.id!, success: true })
    const note = await old.call('remember', { text: 'Anna prefers spaces.', kind: 'note' })
    await old.call('correct', { id: note.id, text: 'Anna prefers tabs.', reason: 'She said so' })
    await old.call('consolidate_now', { consolidation_type: 'all' })
    await old.call('recall', { query: 'staging port' })
    old.clock.advance(hours(1))

    lines = await exportLines(old)
    moved = minds.open()
    moved.clock.set(old.clock.now())
    await importLines(moved, lines)
  })

  test('[GWT13] is the same life elsewhere, line by line', async () => {
    const kinds = new Set(lines.map((line) => JSON.parse(line).kind))
    expect(kinds).toEqual(new Set(['episode', 'entity', 'procedure', 'note', 'lesson']))
    const states = new Set(lines.map((line) => JSON.parse(line).state))
    expect(states).toContain('hidden')
    expect(await exportLines(moved)).toEqual(lines)
  })

  test('[SEM5] [SEM6] a fact that was superseded stays so, and what was derived from it is flagged', async () => {
    for (const mind of [old, moved]) {
      const { entities } = await mind.call('semantic_recall', { query: 'which port does staging listen on?' })
      const seen = entities.map(({ id }) => id)
      expect(seen[0]).toBe(ids.newPort)
      expect(seen).not.toContain(ids.port)
      expect(entities.find(({ id }) => id === ids.url)).toMatchObject({ needs_review: true })
      expect(entities.find(({ id }) => id === ids.script)).toMatchObject({ needs_review: true })
      const before = await mind.call('query_at_time', {
        query: 'staging port',
        point_in_time: new Date(start + hours(2)).toISOString(),
        include: ['entities'],
      })
      expect(JSON.stringify(before)).toContain('5432')
      expect(JSON.stringify(before)).not.toContain('5433')
    }
  })

  test.each([
    ['recall', { query: 'Grafana', limit: 20 }],
    ['recall_skill', { task: 'run the tests' }],
    ['semantic_recall', { query: 'Grafana', limit: 20 }],
    ['memory_stats', {}],
  ] as const)('[GWT13] %s answers the same', async (name, input) => {
    const { storage: _, ...there } = (await moved.call(name, input as never)) as Record<string, unknown>
    const { storage: __, ...here } = (await old.call(name, input as never)) as Record<string, unknown>
    expect(there).toEqual(here)
  })

  test('[SEM7] [SEM4] provenance and spreading answer the same', async () => {
    for (const id of [ids.newPort!, ids.url!]) {
      expect(await moved.call('get_provenance', { entity_id: id } as never)).toEqual(
        await old.call('get_provenance', { entity_id: id } as never),
      )
      const seeds = { seed_entities: [id] }
      expect(await moved.call('spread_activation', seeds)).toEqual(await old.call('spread_activation', seeds))
    }
  })

  test('[CON5] consolidating again changes nothing there either', async () => {
    await moved.call('consolidate_now', { consolidation_type: 'light' })
    const after = await exportLines(moved)
    expect(after.map((line) => JSON.parse(line).state)).toEqual(lines.map((line) => JSON.parse(line).state))
  })

  test('[OPS4] what is forgotten here comes in no later export, and its scene goes on', async () => {
    const [first] = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'episode')
    await moved.call('forget', { ids: [first.id], dry_run: false })
    const left = await exportLines(moved)
    expect(lines.filter((line) => line.includes(first.content)).length).toBeGreaterThan(1)
    expect(left.filter((line) => line.includes(first.content))).toEqual([])
    const linked = left
      .map((line) => JSON.parse(line))
      .flatMap(({ id, scene, edges }) => [id, scene, ...edges.map(({ target }: { target?: string }) => target)])
    expect(linked).not.toContain(first.id)
    const again = minds.open()
    await importLines(again, left)
    expect(await exportLines(again)).toEqual(left)
  })
})
