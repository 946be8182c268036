import { describe, expect, test } from 'vitest'
import { kinds } from '#ww/memory/memory.js'
import { entityFacets } from '#ww/memory/semantic/entity.js'
import { relationTypes, structuralTypes } from '#ww/memory/semantic/links.js'
import { aNewMemory, anEdge, days, hours, idOf, minutes, newMemories, start } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'
import { exportLines, importLines, whatBecame } from '../../support/moving.js'

/** As every door that stores an entity writes them. */
const named = (name: string) => entityFacets({ name, entityType: 'FACT', details: null }, null)

const minds = useMinds()

const strange = [
  '👩‍👩‍👧‍👦 e\u0301 é ﬁ Ω Ω \u202ertl\u202c \u200b\ufeff\uffff\u{10ffff}',
  'line one\r\nline two\rline three\u2028four\u2029five\u0085six\tseven',
  '  leading and trailing  ',
  '\u0001\u001b[31m\u007f\\u0000 \\ " \' ` $(x) </script>',
  '漢字かな交じり文 한국어 שלום مرحبا',
  'x'.repeat(100_000),
  '猫👩‍👩‍👧‍👦e\u0301\r\nשלום '.repeat(5_000),
]

/** Everything that a store can hold, in one. */
async function aFullFolder(): Promise<string> {
  const a = idOf(1, 'entity')
  const texts = strange.map((text, number) => ({ id: idOf(100 + number), text, happenedAt: start + minutes(number) }))
  const folder = await minds.folderWith(
    await newMemories([
      {
        id: a,
        kind: 'entity',
        text: 'Staging: port 5432',
        facets: named('Staging'),
        source: 'hook',
      },
      {
        id: idOf(2, 'entity'),
        kind: 'entity',
        facets: { ...named('Staging (2)'), needs_review: true },
      },
      {
        id: idOf(3, 'procedure'),
        kind: 'procedure',
        facets: { steps: [{ order: 1, action: 'x', n: 1.5 }], domain: 'devops' },
      },
      { id: idOf(4, 'note'), kind: 'note', state: 'retired', tags: ['x', 'y z', 'ü'], project: 'weaver' },
      { id: idOf(5, 'lesson'), kind: 'lesson', state: 'hidden', source: 'consolidation', summary: '' },
      { id: idOf(6), validTo: start + days(1), validFrom: start - days(400), summary: 'short\nand\tsweet' },
      { id: idOf(7), happenedAt: start - days(9_000), recordedAt: start + 1, session: 'other', importance: 1 / 3 },
      {
        id: idOf(8),
        joinsScene: false,
        facets: { context: { z: 1, a: [null, true, { __proto__: 1 }] }, outcome: 'partial' },
      },
      // A second scene, written out of order.
      { id: idOf(9), happenedAt: start + hours(5) + minutes(9) },
      { id: idOf(10), happenedAt: start + hours(5) },
      { id: idOf(11), happenedAt: start + hours(5) + minutes(12) },
      ...texts,
    ]),
  )
  const store = minds.openStore(folder)
  await store.commit({
    at: start + hours(1),
    change: [{ id: idOf(6), version: 1, importance: 0.9, tags: ['changed'] }],
  })
  await store.commit({
    at: start + hours(2),
    change: [{ id: idOf(6), version: 2, state: 'hidden', facets: { outcome: 'failure' } }],
  })
  await store.commit({ at: start + hours(3), change: [{ id: idOf(6), version: 3, validTo: null, tags: [] }] })
  // A fact superseded, as SEM5 has it: closed, linked, its edges carried over.
  const types = [...relationTypes, ...structuralTypes]
  await store.commit({
    at: start + hours(4),
    connect: types.map((type, number) =>
      anEdge({
        source: a,
        target: idOf(100 + (number % 7)),
        type,
        weight: number / types.length,
        validFrom: start + number,
      }),
    ),
  })
  await store.commit({
    at: start + hours(5),
    add: [
      await aNewMemory({
        id: idOf(12, 'entity'),
        kind: 'entity',
        facets: named('Staging'),
        text: 'Staging: port 5433',
        recordedAt: start + hours(5),
      }),
    ],
    change: [{ id: a, version: 1, validTo: start + hours(5) }],
    review: [{ derivedFrom: a, reason: 'Staging changed' }],
    carry: [{ from: a, to: idOf(12, 'entity') }],
    connect: [anEdge({ source: idOf(12, 'entity'), target: a, type: 'VERSION_OF', weight: 1 })],
  })
  const used = [a, idOf(7), idOf(12, 'entity'), idOf(100), idOf(101)]
  for (let day = 1; day < 14; day++) {
    const at = start + days(day) + day
    await store.reinforce(
      used.map((id) => ({ id, at, grade: 'good' as const })),
      [{ ids: used, at }],
    )
  }
  return folder
}

const open = (dataDir?: string): Mind => minds.open({ ...(dataDir === undefined ? {} : { dataDir }) })

describe('[GWT13] export, import into an empty store, export', () => {
  test('[GWT13] [EPI1] [REC6] gives the same lines, byte for byte', { timeout: 60_000 }, async () => {
    const from = open(await aFullFolder())
    const lines = await exportLines(from)
    expect(lines.length).toBe(12 + strange.length)
    expect(new Set(lines.map((line) => JSON.parse(line).kind))).toEqual(new Set(kinds))
    const to = open()
    to.clock.advance(days(100))
    const outcomes = await importLines(to, lines)
    expect(new Set(whatBecame(outcomes))).toEqual(new Set(['added']))
    expect(await exportLines(to)).toEqual(lines)
  })

  test('[GWT13] gives the same memories, versions, links, times and answers', { timeout: 60_000 }, async () => {
    const from = open(await aFullFolder())
    const to = open()
    await importLines(to, await exportLines(from))
    const ids = (await exportLines(from)).map((line) => JSON.parse(line).id as string)
    const [one, other] = [minds.openStore(from.dataDir), minds.openStore(to.dataDir)]
    const without = async (store: typeof one, asOf?: number) =>
      (await store.get(ids, asOf)).map((memory) => (memory === undefined ? memory : { ...memory, scene: null }))
    for (const moment of [undefined, start, start + hours(1), start + hours(2.5), start + hours(4), start + hours(9)]) {
      expect(await without(other, moment)).toEqual(await without(one, moment))
      const edges = async (store: typeof one) =>
        (await store.neighbours(ids, undefined, moment)).map((edge) => JSON.stringify(edge)).sort()
      expect(await edges(other)).toEqual(await edges(one))
    }
    for (const mind of [from, to]) mind.clock.set(start + days(20))
    for (const query of ['Staging port', 'short and sweet', '漢字', 'what happened?', 'garden']) {
      const ask = (mind: Mind) => mind.call('recall', { query, limit: 50, max_tokens: 1_000_000 })
      expect(JSON.stringify(await ask(to))).toBe(JSON.stringify(await ask(from)))
      const then = { query, point_in_time: '2026-01-05T12:00:00Z', limit: 50 }
      expect(await to.call('query_at_time', then)).toEqual(await from.call('query_at_time', then))
    }
    expect((await other.stats()).terms).toBe((await one.stats()).terms)
  })

  test('[GWT14] a second time changes nothing', async () => {
    const folder = await aFullFolder()
    const lines = await exportLines(open(folder))
    const to = open()
    await importLines(to, lines)
    const seq = (await minds.openStore(to.dataDir).changes(0, 10_000)).length
    const again = await importLines(to, lines)
    expect(new Set(whatBecame(again))).toEqual(new Set(['duplicate']))
    expect(await exportLines(to)).toEqual(lines)
    expect((await minds.openStore(to.dataDir).changes(0, 10_000)).length).toBe(seq)
    // Nor does a store take its own lines for others.
    expect(new Set(whatBecame(await importLines(open(folder), lines)))).toEqual(new Set(['duplicate']))
  })

  test('[GWT13] keys are sorted, times have milliseconds, and there is nothing but what GWT13 names', async () => {
    const [line] = await exportLines(open(await aFullFolder()))
    const said = JSON.parse(line!)
    expect(Object.keys(said)).toEqual(Object.keys(said).sort())
    for (const each of [...said.edges, ...said.versions]) expect(Object.keys(each)).toEqual(Object.keys(each).sort())
    expect(line).not.toContain('\n')
    expect(said).toMatchObject({
      id: idOf(1, 'entity'),
      memory_type: 'semantic',
      activation_state: 'long_term',
      source: 'hook',
      happened_at: '2026-01-05T09:00:00.000Z',
      created_at: '2026-01-05T09:00:00.000Z',
      last_accessed: '2026-01-18T09:00:00.013Z',
      valid_to: '2026-01-05T14:00:00.000Z',
      uses: 14,
      version: 2,
      versions: [{ version: 1, ended_at: '2026-01-05T14:00:00.000Z', valid_to: null }],
      scene: null,
      needs_review: false,
    })
    for (const key of Object.keys(said)) expect(key).not.toMatch(/embedding|vector|index|terms/)
  })

  test('[GWT13] says again, for those who read no edges, what it is a version of, derived from and linked to', async () => {
    const [a, b, c, d] = [1, 2, 3, 4].map((number) => idOf(number, 'entity')) as [string, string, string, string]
    const folder = await minds.folderWith(
      await newMemories([a, b, c, d].map((id) => ({ id, kind: 'entity' as const }))),
    )
    await minds.openStore(folder).commit({
      at: start,
      connect: [
        anEdge({ source: b, target: a, type: 'VERSION_OF' }),
        anEdge({ source: b, target: d, type: 'DERIVED_FROM' }),
        anEdge({ source: b, target: c, type: 'DERIVED_FROM' }),
        anEdge({ source: b, target: d, type: 'USES' }),
        anEdge({ source: c, target: b, type: 'CAUSES' }),
        anEdge({ source: a, target: b, type: 'CAUSES', validTo: start + 1 }),
      ],
    })
    const said = (await exportLines(open(folder))).map((line) => JSON.parse(line))
    const shown = said.map(({ version_of, derived_from, linked_ids }) => [version_of, derived_from, linked_ids])
    expect(shown).toEqual([
      [null, [], []],
      [a, [c, d], [c, d]],
      [null, [], [b]],
      [null, [], [b]],
    ])
    // Each edge once, where both ends are known.
    expect(said.map(({ edges }) => edges.length)).toEqual([0, 2, 2, 2])
  })

  test('[GWT13] the same store gives the same lines, in whatever order its links were made', async () => {
    const ids = [1, 2, 3, 4].map((number) => idOf(number))
    const links = ids.flatMap((source) =>
      ids.filter((target) => target !== source).map((target) => anEdge({ source, target })),
    )
    const exports = []
    for (const connect of [links, links.toReversed()]) {
      const folder = await minds.folderWith(await newMemories(ids.map((id) => ({ id }))))
      for (const edge of connect) await minds.openStore(folder).commit({ at: start, connect: [edge] })
      exports.push(await exportLines(open(folder)))
    }
    expect(exports[1]).toEqual(exports[0])
  })
})
