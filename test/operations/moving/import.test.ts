import { describe, expect, test } from 'vitest'
import { idOf, newMemories } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'
import { exportLines, importLines, said, whatBecame } from '../../support/moving.js'

const minds = useMinds()

describe('a foreign line', () => {
  test('[GWT14] needs nothing but its content', async () => {
    const mind = minds.open({ session: 'mine', project: 'weaver' })
    const [outcome] = await importLines(mind, [{ content: 'Anna prefers tabs.' }])
    expect(outcome).toMatchObject({ line: 1, what: 'added' })
    expect(await said(mind)).toMatchObject([
      {
        content: 'Anna prefers tabs.',
        kind: 'episode',
        session_id: 'mine',
        project: 'weaver',
        source: 'import:jsonl',
        facets: { outcome: 'neutral' },
        happened_at: '2026-01-05T09:00:00.000Z',
        recorded_at: '2026-01-05T09:00:00.000Z',
        importance: 0.5,
        uses: 1,
        // REC6: without times, a scene of its own.
        scene: null,
      },
    ])
    expect((await mind.call('recall', { query: 'tabs or spaces?' })).total).toBe(1)
  })

  test.each([
    ['episodic', 'episode', { outcome: 'neutral' }],
    ['semantic', 'entity', { entity_type: 'FACT', name: 'Staging moved' }],
    ['procedural', 'procedure', { name: 'Staging moved', steps: [] }],
    ['working', 'note', {}],
  ])('[WSP1] of memory_type %s is an %s', async (memory_type, kind, facets) => {
    const mind = minds.open()
    await importLines(mind, [{ content: 'Staging moved. To port 5433.', memory_type }])
    expect(await said(mind)).toMatchObject([{ kind, memory_type, facets }])
  })

  test('names its kind, else the caller does', async () => {
    const mind = minds.open()
    const lines = [{ content: 'a', kind: 'lesson' }, { content: 'b' }, { content: 'c', memory_type: 'working' }]
    await importLines(mind, lines, { kind: 'procedure' })
    expect((await said(mind)).map(({ kind }) => kind)).toEqual(['lesson', 'procedure', 'note'])
  })

  test('[EPI1] keeps the times it carries', async () => {
    const mind = minds.open()
    await importLines(mind, [
      { content: 'a', created_at: '2020-05-06T07:08:09Z', last_accessed: '2021-01-01' },
      { content: 'b', created_at: '2020-05-06T07:08:09Z', happened_at: '2019-01-01T10:00:00+02:00' },
      { content: 'c', recorded_at: '2020-05-06T07:08:09.123Z', valid_from: '2020-01-01', valid_to: '2020-06-01' },
    ])
    const at = '2020-05-06T07:08:09.000Z'
    expect(await said(mind)).toMatchObject([
      { recorded_at: at, happened_at: at, valid_from: at, uses: 1, last_accessed: '2021-01-01T00:00:00.000Z' },
      { recorded_at: at, happened_at: '2019-01-01T08:00:00.000Z' },
      {
        recorded_at: '2020-05-06T07:08:09.123Z',
        valid_from: '2020-01-01T00:00:00.000Z',
        valid_to: '2020-06-01T00:00:00.000Z',
      },
    ])
    const then = { query: 'a', point_in_time: '2020-05-07T00:00:00Z' }
    expect((await mind.call('query_at_time', then)).episodes.length).toBeGreaterThan(0)
  })

  test('[REC6] with a time joins a scene, one that names a scene is with those that name the same', async () => {
    const mind = minds.open()
    const at = (minute: number) => `2026-01-05T08:${String(minute).padStart(2, '0')}:00Z`
    await importLines(mind, [
      { content: 'a', happened_at: at(0) },
      { content: 'b', happened_at: at(5) },
      { content: 'c', happened_at: at(6), scene: 'kitchen' },
      { content: 'd', happened_at: '2020-01-01', scene: 'kitchen' },
      { content: 'e', happened_at: at(7), scene: 7 },
      { content: 'f', happened_at: at(7), scene: null },
    ])
    const lines = await said(mind)
    const placeOf = (scene: string | null) => lines.findIndex(({ id }) => id === scene)
    expect(lines.map(({ scene }) => placeOf(scene))).toEqual([0, 0, 2, 2, 4, -1])
  })

  test('[GWT14] links by ids that are not ours, forwards and backwards', async () => {
    const mind = minds.open()
    const outcomes = await importLines(mind, [
      { id: 'm1', content: 'a', linked_ids: ['m2', 'm3', 'm1'] },
      { id: 'm2', content: 'b', derived_from: ['m1'], version_of: 'm3' },
      { id: 'm3', content: 'c', linked_ids: ['gone'] },
    ])
    expect(outcomes).toMatchObject([
      { what: 'added' },
      { what: 'added' },
      { what: 'added' },
      { line: 3, what: 'unconnected', id: 'gone' },
    ])
    const [a, b, c] = await said(mind)
    expect(a.linked_ids.sort()).toEqual([b.id, c.id].sort())
    expect([b.derived_from, b.version_of]).toEqual([[a.id], c.id])
    expect(c.linked_ids).toEqual([a.id])
    for (const { id } of [a, b, c]) expect(id).toMatch(/^ep-[0-9a-f]{8}-[0-9a-f]{4}-8/)
  })

  test('[WSP1] that is an entity has a type and a name, whatever else is told of it', async () => {
    const mind = minds.open()
    await importLines(mind, [{ content: 'Staging moved. Again.', kind: 'entity', facets: { colour: 'red' } }])
    expect(await said(mind)).toMatchObject([{ facets: { entity_type: 'FACT', name: 'Staging moved', colour: 'red' } }])
    expect((await mind.call('semantic_recall', { query: 'staging' })).entities).toHaveLength(1)
  })

  test('what else it says is passed over', async () => {
    const mind = minds.open()
    await importLines(mind, [{ content: 'a', embedding: [1, 2], __proto__: null, activation_level: 0.3 }])
    expect(await said(mind)).toHaveLength(1)
  })
})

describe('a dry run', () => {
  test('says what an import would do, and does nothing', async () => {
    const dataDir = await minds.folderWith(await newMemories([{ id: idOf(1), text: 'Here.' }]))
    const lines = [
      { id: idOf(1), content: 'Here.' },
      { id: idOf(1), content: 'Other.' },
      { content: 'New.' },
      { content: 'New.' },
      { content: null },
      { id: idOf(2), content: 'Linked.', linked_ids: [idOf(1), idOf(9)] },
      ...Array.from({ length: 600 }, (_, number) => ({ content: `Many ${number % 300}.` })),
    ]
    const mind = minds.open({ dataDir })
    const before = await exportLines(mind)
    const planned = await importLines(mind, lines, { dry_run: true })
    expect(await exportLines(mind)).toEqual(before)
    expect(await importLines(mind, lines)).toEqual(planned)
    expect(whatBecame(planned).slice(0, 6)).toEqual(['duplicate', 'added', 'added', 'duplicate', 'bad', 'added'])
    expect(planned.filter(({ what }) => what === 'added').length).toBe(303)
  })
})

test('[GWT14] a link of another program that leads nowhere is told of at the end, however much came behind it', async () => {
  const mind = minds.open()
  const record = (line: number) => ({
    line,
    key: [`k${line}`],
    kind: 'note' as const,
    text: `n${line}`,
    happenedAt: null,
  })
  async function* records() {
    yield { ...record(1), links: [{ type: 'KNOWS', key: ['nobody'] }] }
    for (let line = 2; line <= 12_000; line++) yield record(line)
  }
  async function* found() {
    for await (const each of records()) yield { source: 'other', file: 'notes.txt', project: null, record: each }
  }
  const counts = new Map<string, number>()
  const unconnected = []
  for await (const outcome of mind.importForeign(found())) {
    counts.set(outcome.what, (counts.get(outcome.what) ?? 0) + 1)
    if (outcome.what === 'unconnected') unconnected.push({ file: outcome.file, line: outcome.line })
  }
  expect([...counts]).toEqual([
    ['added', 12_000],
    ['unconnected', 1],
  ])
  expect(unconnected).toEqual([{ file: 'notes.txt', line: 1 }])
})

test('[GWT14] a record of another program that is none is a bad line, whoever brings it; the others are taken', async () => {
  const mind = minds.open()
  const good = { line: 1, key: ['a'], kind: 'note', text: 'kept', happenedAt: null }
  const records = [
    { ...good, text: null },
    { ...good, tags: 'none' },
    { ...good, links: [null] },
    { ...good, kind: 'entity', entity: { name: 3, entityType: 'PERSON' } },
    {
      ...good,
      get text() {
        throw new Error('no')
      },
    },
    null,
    good,
  ]
  async function* found() {
    for (const record of records) yield { source: 'other', file: 'notes.txt', project: null, record }
    yield undefined
  }
  const outcomes = []
  for await (const outcome of mind.importForeign(found() as never)) outcomes.push(outcome)
  expect(outcomes.map((each) => (each.what === 'bad' ? each.reason : each.what))).toEqual([
    'record.text must be a string',
    'record.tags must be a list',
    'record.links.0 must be an object',
    'facets.name must be a string',
    'record cannot be read',
    'record must be an object',
    'added',
    'arguments is required',
  ])
  expect(outcomes.map(({ file }) => file)).toEqual([
    ...records.map((record) => (record === null ? '' : 'notes.txt')),
    '',
  ])
})

test('[COM4] a secret in the name of an entity of another program is masked', async () => {
  const mind = minds.open()
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
  async function* found() {
    const entity = { name: `deploy bot ${token}`, entityType: 'TOOL' as const }
    const record = { line: 1, key: ['bot'], kind: 'entity' as const, text: 'Deploys.', happenedAt: null, entity }
    yield { source: 'other', file: 'graph.jsonl', project: null, record }
  }
  for await (const { what } of mind.importForeign(found())) expect(what).toBe('added')
  const [entity] = await said(mind)
  expect(entity.facets.name).toBe('deploy bot [masked github-token]')
  expect(JSON.stringify(entity)).not.toContain(token)
})

describe('while others write', () => {
  test('two imports of the same lines at once are one', { timeout: 60_000 }, async () => {
    const dataDir = minds.newFolder()
    const handles = [minds.open({ dataDir, threads: 'workers' }), minds.open({ dataDir, threads: 'workers' })]
    const lines = Array.from({ length: 1_500 }, (_, number) => ({
      ...(number % 3 === 0 ? {} : { id: idOf(number) }),
      content: `Entry ${number} in the logbook.`,
      ...(number % 3 === 2 ? { edges: [{ type: 'USES', target: idOf(number - 1) }] } : {}),
    }))
    const all = await Promise.all(handles.map((mind) => importLines(mind, lines)))
    const counts = all.map((outcomes) => outcomes.filter(({ what }) => what === 'added').length)
    expect(counts[0]! + counts[1]!).toBe(1_500)
    const stored = await said(minds.open({ dataDir }))
    expect(stored.length).toBe(1_500)
    expect(new Set(stored.map(({ content }) => content)).size).toBe(1_500)
    expect(stored.flatMap(({ edges }) => edges).length).toBe(500)
  })

  test('an import whose memory is closed in the middle tells of what is durable, and then ends with an error', async () => {
    const mind = minds.open()
    const lines = Array.from({ length: 1_500 }, (_, number) => `{"content":"x${number}"}\n`)
    const heard: string[] = []
    const listen = async () => {
      for await (const outcome of mind.import([Buffer.from(lines.join(''))])) {
        if (outcome.what === 'added') heard.push(outcome.id)
        if (heard.length === 1) await mind.close()
      }
    }
    await expect(listen()).rejects.toMatchObject({ code: 'internal_error' })
    const stored = new Set((await said(minds.open({ dataDir: mind.dataDir }))).map(({ id }) => id))
    expect(heard.length).toBeGreaterThan(1)
    expect(heard.filter((id) => !stored.has(id))).toEqual([])
  })

  test('a memory that is closed ends the export and the import with an error', async () => {
    const mind = minds.open()
    await importLines(
      mind,
      Array.from({ length: 200 }, (_, number) => ({ content: `x${number}` })),
    )
    const pages = mind.export()[Symbol.asyncIterator]()
    await pages.next()
    await mind.close()
    await expect(pages.next()).rejects.toMatchObject({ code: 'internal_error' })
    await expect(importLines(mind, [{ content: 'x' }])).rejects.toMatchObject({ code: 'internal_error' })
  })
})
