import { describe, expect, test } from 'vitest'
import { hours, idOf, newMemories, start } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'
import { exportLines, idsOf, importLines, reasonsOf, whatBecame } from '../../support/moving.js'

const minds = useMinds()
const said = async (mind: Parameters<typeof exportLines>[0]) =>
  (await exportLines(mind)).map((line) => JSON.parse(line))

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

describe('a bad line', () => {
  const wrong: [string, string, string | RegExp][] = [
    ['no JSON', 'nope', 'is not JSON'],
    ['half of it', '{"content": "x"', 'is not JSON'],
    ['no object', '["x"]', 'is not a JSON object'],
    ['null', 'null', 'is not a JSON object'],
    ['no content', '{}', 'content is required'],
    ['content null', '{"content": null}', 'content must be a string'],
    ['content of another type', '{"content": 5}', 'content must be a string'],
    ['blank content', '{"content": " \\n"}', 'content must not be blank'],
    ['a NUL', '{"content": "a\\u0000b"}', 'content must not contain a NUL character'],
    ['half a surrogate pair', '{"content": "a\\ud800b"}', /^content must be well-formed Unicode/],
    ['an unknown kind', '{"content": "x", "kind": "poem"}', /^kind must be one of: episode/],
    ['an unknown memory type', '{"content": "x", "memory_type": "poem"}', /^memory_type must be one of: episodic/],
    [
      'an unknown activation state',
      '{"content": "x", "activation_state": "asleep"}',
      /^activation_state must be one of/,
    ],
    ['no time', '{"content": "x", "happened_at": "yesterday"}', /^happened_at must be an ISO 8601 time/],
    ['a time as a number', '{"content": "x", "recorded_at": 5}', 'recorded_at must be a string'],
    ['tags that are none', '{"content": "x", "tags": "a,b"}', 'tags must be a list'],
    ['a tag that is none', '{"content": "x", "tags": [5]}', 'tags.0 must be a string'],
    ['importance beyond 1', '{"content": "x", "importance": 2}', 'importance must be at most 1'],
    ['half a use', '{"content": "x", "uses": 1.5}', 'uses must be an integer'],
    ['an unknown state', '{"content": "x", "state": "asleep"}', /^state must be one of: active/],
    ['a session that is none', '{"content": "x", "session_id": "a b"}', /^session_id must be 1 to 128 letters/],
    ['all projects', '{"content": "x", "project": "*"}', 'project must be the name of one project'],
    ['a NUL in a facet', '{"content": "x", "facets": {"a": "\\u0000"}}', 'facets must not contain a NUL character'],
    ['facets that are none', '{"content": "x", "facets": []}', 'facets must be an object'],
    [
      'a name that is none',
      '{"content": "x", "kind": "entity", "facets": {"name": 5}}',
      'facets.name must be a string',
    ],
    [
      'steps that are none',
      '{"content": "x", "kind": "procedure", "facets": {"steps": [{"action": "x"}]}}',
      'facets.steps.0.order is required',
    ],
    [
      'an outcome that is none',
      '{"content": "x", "facets": {"outcome": "great"}}',
      /^facets.outcome must be one of: success/,
    ],
    ['a lone surrogate in a summary', '{"content": "x", "summary": "\\udc00"}', 'summary must be well-formed Unicode'],
    [
      'an edge to nowhere',
      '{"content": "x", "edges": [{"type": "USES"}]}',
      /^edges must each name a source or a target/,
    ],
    [
      'an edge of others',
      '{"id": "a", "content": "x", "edges": [{"type": "U", "source": "b", "target": "c"}]}',
      /^edges must each/,
    ],
    [
      'a weight of 7',
      '{"content": "x", "edges": [{"type": "U", "target": "b", "weight": 7}]}',
      'edges.0.weight must be at most 1',
    ],
    [
      'an end before its beginning',
      '{"content": "x", "valid_from": "2026-01-02", "valid_to": "2026-01-01"}',
      'valid_to must not be before valid_from',
    ],
    [
      'a version that ended before its beginning',
      '{"content": "x", "valid_from": "2026-01-02", "versions": [{"version": 1, "ended_at": "2026-01-03", "state": "active", "importance": 0, "tags": [], "facets": {}, "valid_to": "2026-01-01"}]}',
      'versions must not end before valid_from',
    ],
    ['a version without history', '{"content": "x", "version": 3}', 'version must be 1, one more than versions has'],
    [
      'a history with a gap',
      '{"content": "x", "versions": [{"version": 2, "ended_at": "2026-01-01", "state": "active", "importance": 0, "tags": [], "facets": {}}]}',
      'versions must be numbered 1, 2, 3 …',
    ],
  ]

  test.each(wrong)('[GWT14] with %s is listed by number, and the others go in', async (_, line, reason) => {
    const mind = minds.open()
    const outcomes = await importLines(mind, [{ content: 'before' }, '', line, { content: 'after' }])
    expect(whatBecame(outcomes)).toEqual(['added', 'bad', 'added'])
    expect(reasonsOf(outcomes)).toEqual({ 3: expect.stringMatching(reason) })
    expect((await said(mind)).map(({ content }) => content)).toEqual(['before', 'after'])
  })

  test('[GWT14] that is not UTF-8 is one too, and Windows line ends and a byte order mark are none', async () => {
    const mind = minds.open()
    const bytes = Buffer.concat([
      Buffer.from('\ufeff{"content": "a"}\r\n'),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from('{"content": "\ufeffb"}'),
    ])
    const outcomes = []
    for await (const outcome of mind.import([bytes.subarray(0, 5), bytes.subarray(5, 20), bytes.subarray(20)])) {
      outcomes.push(outcome)
    }
    expect(reasonsOf(outcomes)).toEqual({ 2: 'is not UTF-8 text' })
    expect((await said(mind)).map(({ content }) => content)).toEqual(['a', '\ufeffb'])
  })

  test('never repeats what it says', async () => {
    const secret = 'sesame-open'
    const mind = minds.open()
    const lines = [`{"content": "${secret}`, `{"content": ["${secret}"]}`, `{"content": "x", "kind": "${secret}"}`]
    expect(JSON.stringify(await importLines(mind, lines))).not.toContain(secret)
  })
})

describe('a duplicate', () => {
  test('[GWT14] without ids is what says the same, in the store or in the payload', async () => {
    const mind = minds.open()
    await mind.call('remember', { text: 'Told  before.', tags: ['b', 'a'] })
    const outcomes = await importLines(mind, [
      { content: 'Told before.\n', source: 'memory', tags: ['a', 'b', 'a'] },
      { content: 'Told before.', source: 'memory' },
      { content: 'Told before.', tags: ['a', 'b'] },
      { content: ' Told before. ', tags: ['b', 'a'], kind: 'note' },
      { content: 'told before.', tags: ['a', 'b'] },
      { content: '?!' },
      { content: '?! ' },
    ])
    expect(whatBecame(outcomes)).toEqual(['duplicate', 'added', 'added', 'duplicate', 'added', 'added', 'duplicate'])
    expect(idsOf(outcomes)[3]).toBe(idsOf(outcomes)[2])
  })

  test('[GWT14] without an id is one of a line that has one, too', async () => {
    const mind = minds.open()
    const outcomes = await importLines(mind, [{ id: idOf(1), content: 'Same.' }, { content: 'Same.' }])
    expect(whatBecame(outcomes)).toEqual(['added', 'duplicate'])
    expect(whatBecame(await importLines(mind, [{ content: 'Same.' }]))).toEqual(['duplicate'])
  })

  test('[GWT14] with an id is of the same id and version, whatever it says beside', async () => {
    const mind = minds.open()
    const line = { id: idOf(1), content: 'Same.', tags: ['x'] }
    const outcomes = await importLines(mind, [
      line,
      { ...line, tags: ['y'] },
      { id: idOf(2), content: 'Same.', tags: ['x'] },
    ])
    expect(whatBecame(outcomes)).toEqual(['added', 'duplicate', 'added'])
  })

  test('[GWT14] of an earlier version is one as well; a later version is news, and brings the versions between', async () => {
    const mind = minds.open()
    const store = minds.openStore(mind.dataDir)
    const past = (version: number, importance: number) => ({
      version,
      ended_at: new Date(start + hours(version)).toISOString(),
      state: 'active',
      valid_to: null,
      importance,
      tags: [],
      facets: {},
    })
    const versions = [past(1, 0.1), past(2, 0.2), past(3, 0.3)]
    const line = (version: number) => ({
      id: idOf(1),
      content: 'It changes.',
      recorded_at: new Date(start).toISOString(),
      importance: version / 10,
      version,
      versions: versions.slice(0, version - 1),
      facets: {},
    })
    const become = async (version: number) => whatBecame(await importLines(mind, [line(version)]))[0]
    expect(await become(2)).toBe('added')
    expect(await become(1)).toBe('duplicate')
    expect(await become(4)).toBe('updated')
    expect(await become(4)).toBe('duplicate')
    expect(await become(3)).toBe('duplicate')
    const importanceAt = async (moment?: number) => (await store.get([idOf(1)], moment))[0]?.importance
    expect(await importanceAt()).toBe(0.4)
    expect(await importanceAt(start + hours(3) - 1)).toBe(0.3)
    expect(await importanceAt(start + hours(2) - 1)).toBe(0.2)
    expect(await importanceAt(start)).toBe(0.1)
    expect((await store.query({}, { offset: 0, limit: 9 })).total).toBe(1)
  })

  test('[GWT14] that says more about its links brings them', async () => {
    const mind = minds.open()
    const [a, b] = [idOf(1), idOf(2)]
    await importLines(mind, [
      { id: a, content: 'a' },
      { id: b, content: 'b' },
    ])
    await importLines(mind, [{ id: a, content: 'a', edges: [{ type: 'USES', target: b, weight: 0.3 }] }])
    expect(await minds.openStore(mind.dataDir).neighbours([a])).toMatchObject([{ source: a, target: b, weight: 0.3 }])
  })
})

describe('ids', () => {
  test('[GWT13] are kept while free; with another text they are another memory’s, and links follow', async () => {
    const taken = await newMemories([{ id: idOf(1), text: 'Here first.' }])
    const mind = minds.open({ dataDir: await minds.folderWith(taken) })
    const lines = [
      { id: idOf(1), content: 'Came later.', scene: idOf(1), happened_at: '2026-01-05T09:00:00Z' },
      {
        id: idOf(2),
        content: 'Its friend.',
        scene: idOf(1),
        happened_at: '2026-01-05T09:00:00Z',
        edges: [{ type: 'USES', target: idOf(1) }],
      },
    ]
    const outcomes = await importLines(mind, lines)
    expect(whatBecame(outcomes)).toEqual(['added', 'added'])
    const [renamed, kept] = idsOf(outcomes)
    expect([renamed === idOf(1), kept]).toEqual([false, idOf(2)])
    const all = await said(mind)
    expect(all.map(({ content }) => content)).toEqual(['Here first.', 'Came later.', 'Its friend.'])
    expect(all[2]).toMatchObject({ linked_ids: [renamed], scene: renamed })
    expect(all[0].linked_ids).toEqual([])
    expect(whatBecame(await importLines(mind, lines))).toEqual(['duplicate', 'duplicate'])
  })

  test('[GWT13] [COM1] may come without the prefix', async () => {
    const mind = minds.open()
    const bare = idOf(7).slice('ep-'.length)
    const outcomes = await importLines(mind, [
      { id: bare.toUpperCase(), content: 'a' },
      { content: 'b', edges: [{ type: 'USES', target: bare.toUpperCase() }] },
    ])
    expect(idsOf(outcomes)[0]).toBe(idOf(7))
    expect((await said(mind))[1].linked_ids).toEqual([idOf(7)])
  })

  test('[GWT13] of another kind’s prefix are none of ours', async () => {
    const mind = minds.open()
    const outcomes = await importLines(mind, [{ id: idOf(1, 'entity'), content: 'x', kind: 'note' }])
    expect(idsOf(outcomes)[0]).toMatch(/^note-/)
  })

  test('[GWT13] twice in a file, with two texts, are two memories', async () => {
    const mind = minds.open()
    const outcomes = await importLines(mind, [
      { id: idOf(1), content: 'One.' },
      { id: idOf(1), content: 'Two.' },
      { id: idOf(3), content: 'Three.', edges: [{ type: 'USES', target: idOf(1) }] },
    ])
    expect(whatBecame(outcomes)).toEqual(['added', 'added', 'added'])
    const [one] = await said(mind)
    expect(one).toMatchObject({ id: idOf(1), linked_ids: [idOf(3)] })
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
