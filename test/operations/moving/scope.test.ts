import { describe, expect, test } from 'vitest'
import { idOf, newMemories } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'
import { exportLines, idsOf, importLines, reasonsOf, whatBecame } from '../../support/moving.js'

const minds = useMinds()

const homes = [
  { session: 'default', project: null },
  { session: 'mine', project: null },
  { session: 'mine', project: 'weaver' },
  { session: 'other', project: 'weaver' },
  { session: 'other', project: 'loom' },
]
const folderOfAll = async () =>
  minds.folderWith(
    await newMemories(homes.map((home, number) => ({ id: idOf(number), text: `Text ${number}`, ...home }))),
  )

describe('[COM3] [COM13] an export', () => {
  test.each([
    ['default', null, {}, [0, 1, 2, 3, 4]],
    ['mine', null, {}, [1, 2]],
    ['mine', 'weaver', {}, [1, 2]],
    ['mine', 'loom', {}, [1]],
    ['default', 'weaver', {}, [0, 1, 2, 3]],
    ['default', 'weaver', { project: '*' }, [0, 1, 2, 3, 4]],
    ['default', null, { project: 'loom' }, [0, 1, 4]],
    ['default', null, { session_filter: 'other' }, [3, 4]],
    ['default', null, { session_id: 'mine' }, [1, 2]],
    ['mine', null, { session_filter: 'other' }, [3, 4]],
  ])('[COM3] [COM13] of session %s in project %s with %j is of %j', async (session, project, input, expected) => {
    const mind = minds.open({ dataDir: await folderOfAll(), session, project })
    const seen = (await exportLines(mind, input)).map((line) => JSON.parse(line).id)
    expect(seen).toEqual(expected.map((number) => idOf(number)))
  })

  test('[COM2] [COM8] of a session that is none is refused', async () => {
    const mind = minds.open()
    for (const input of [{ session_filter: 'a b' }, { session_id: '' }, { sesion: 'x' } as never]) {
      await expect(exportLines(mind, input)).rejects.toMatchObject({ code: 'validation_error' })
    }
  })
})

describe('[COM3] [COM13] an import', () => {
  const lines = homes.map(({ session, project }, number) => ({
    id: idOf(number),
    content: `Text ${number}`,
    session_id: session,
    project,
  }))

  test('[COM3] [COM13] puts everything back where it was', async () => {
    const mind = minds.open()
    await importLines(mind, lines)
    const stored = (await exportLines(mind)).map((line) => JSON.parse(line))
    expect(stored.map(({ session_id, project }) => ({ session: session_id, project }))).toEqual(homes)
  })

  test.each([
    ['mine', null, {}, [1, 2]],
    ['mine', 'weaver', {}, [1, 2]],
    ['default', 'loom', {}, [0, 1, 4]],
    ['default', 'loom', { project: '*' }, [0, 1, 2, 3, 4]],
    ['default', null, { session_id: 'other', project: 'weaver' }, [3]],
  ])('[COM3] [COM13] of session %s in project %s with %j takes only %j', async (session, project, input, expected) => {
    const mind = minds.open({ session, project })
    const outcomes = await importLines(mind, lines, input)
    const taken = outcomes.flatMap(({ what }, number) => (what === 'added' ? [number] : []))
    expect(taken).toEqual(expected)
    for (const reason of Object.values(reasonsOf(outcomes))) expect(reason).toMatch(/does not see/)
  })

  test('[COM13] a line that names no project goes to the caller’s, with "*" to none', async () => {
    for (const [project, expected] of [
      ['loom', 'loom'],
      ['*', null],
    ]) {
      const mind = minds.open({ project: 'weaver' })
      await importLines(mind, [{ content: 'x' }], { project })
      const [line] = await exportLines(mind, { project: '*' })
      expect(JSON.parse(line!).project).toBe(expected)
    }
  })

  test('[COM3] never touches, names or links to what the caller cannot see', async () => {
    const dataDir = await folderOfAll()
    const mind = minds.open({ dataDir, session: 'mine' })
    const past = { version: 1, ended_at: '2026-01-06', state: 'active', importance: 0, tags: [], facets: {} }
    const outcomes = await importLines(mind, [
      { id: idOf(3), content: 'Text 3', state: 'hidden', versions: [past] },
      { id: idOf(4), content: 'Another text' },
      { content: 'Text 0', source: 'memory' },
      { content: 'x', edges: [{ type: 'USES', target: idOf(0) }] },
    ])
    expect(whatBecame(outcomes)).toEqual(['added', 'added', 'added', 'added', 'unconnected'])
    const own = idsOf(outcomes).slice(0, 4)
    for (const id of own) expect(homes.map((_, number) => idOf(number))).not.toContain(id)
    const store = minds.openStore(dataDir)
    expect(await store.get([idOf(3), idOf(4)])).toMatchObject([
      { version: 1, state: 'active', session: 'other' },
      { version: 1, text: 'Text 4' },
    ])
    expect(await store.neighbours(homes.map((_, number) => idOf(number)))).toEqual([])
    // A second time the same, under the ids that the first time gave.
    const again = await importLines(mind, [{ id: idOf(4), content: 'Another text' }])
    expect(again).toEqual([{ line: 1, what: 'duplicate', id: own[1] }])
  })
})
