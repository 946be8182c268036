import { describe, expect, test } from 'vitest'
import { hours, idOf, newMemories, start } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'
import { idsOf, importLines, said, whatBecame } from '../../support/moving.js'

const minds = useMinds()

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
