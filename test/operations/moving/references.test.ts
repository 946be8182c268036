import { expect, test } from 'vitest'
import { idOf, newMemories } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'
import { exportLines, importLines, said, whatBecame } from '../../support/moving.js'

const minds = useMinds()
const run = { at: '2026-01-01T00:00:00Z', success: false }

/** Lines that name each other in their facets, most of them before the other has come. */
const skill = {
  id: 'skill',
  kind: 'procedure',
  content: 'Ship it',
  facets: {
    name: 'Ship it',
    merged_into: 'better',
    runs: [
      { ...run, success: true },
      { ...run, lesson: 'lesson' },
    ],
    variants: [{ from: 'better', after: 0, order: 1 }],
    mine: 'lesson',
  },
}
const kestrel = {
  id: 'kestrel',
  kind: 'entity',
  content: 'Kestrel: a scheduler',
  facets: { name: 'Kestrel', entity_type: 'TOOL', source: 'told', summary_from: 'told' },
}
const others = [
  { id: 'lesson', kind: 'lesson', content: 'It failed', facets: { key_lesson: 'It failed', superseded_by: 'newer' } },
  { id: 'newer', kind: 'lesson', content: 'It failed at night', facets: { key_lesson: 'It failed at night' } },
  { id: 'better', kind: 'procedure', content: 'Ship it well' },
  { id: 'told', content: 'Kestrel is a scheduler.', facets: { source: 'lesson' } },
]
const between = Array.from({ length: 300 }, (_, at) => ({ content: `Loaf ${at} came out well.` }))

test.each([
  ['beside each other', []],
  ['far from each other', between],
])('[GWT13] ids in facets follow what they name, %s', async (_, far) => {
  const mind = minds.open()
  const lines = [skill, kestrel, ...far, ...others]
  await importLines(mind, lines)
  const all = await said(mind)
  const of = (content: string) => all.find((line) => line.content === content)
  expect(of('Ship it').facets).toEqual({
    ...skill.facets,
    merged_into: of('Ship it well').id,
    runs: [
      { ...run, success: true },
      { ...run, lesson: of('It failed').id },
    ],
    variants: [{ from: of('Ship it well').id, after: 0, order: 1 }],
  })
  const told = of('Kestrel is a scheduler.')
  expect(of('Kestrel: a scheduler').facets).toMatchObject({ ...kestrel.facets, source: told.id, summary_from: told.id })
  expect(of('It failed').facets.superseded_by).toBe(of('It failed at night').id)
  // The teller's own keys are nobody's business.
  expect(told.facets).toEqual({ source: 'lesson' })
  const before = await exportLines(mind)
  expect(new Set(whatBecame(await importLines(mind, lines)))).toEqual(new Set(['duplicate']))
  expect(await exportLines(mind)).toEqual(before)
})

test('[GWT13] past versions name the same, and what keeps its id is named by it', async () => {
  const taken = idOf(7)
  const mind = minds.open({
    dataDir: await minds.folderWith(await newMemories([{ id: taken, text: 'Not the same.' }])),
  })
  const facets = { name: 'Kestrel', entity_type: 'TOOL', source: taken, summary_from: idOf(8) }
  const past = { version: 1, ended_at: '2026-01-02', state: 'active', importance: 0.5, tags: [], facets }
  await importLines(mind, [
    { id: taken, content: 'Kestrel schedules.' },
    { id: idOf(8), content: 'Kestrel is a scheduler.' },
    { ...kestrel, facets, versions: [past] },
  ])
  const all = await said(mind)
  const renamed = all.find(({ content }) => content === 'Kestrel schedules.').id
  expect(renamed).not.toBe(taken)
  const { facets: now, versions } = all.find(({ kind }) => kind === 'entity')
  expect(now).toMatchObject({ source: renamed, summary_from: idOf(8) })
  expect(versions).toMatchObject([{ facets: { source: renamed, summary_from: idOf(8) } }])
})

test('[GWT13] a reference to what never comes stays as it was told', async () => {
  const mind = minds.open()
  await importLines(mind, [{ ...kestrel, facets: { ...kestrel.facets, source: 'docs/kestrel.md' } }, skill])
  const all = await said(mind)
  expect(all[0].facets).toMatchObject({ source: 'docs/kestrel.md', summary_from: 'told' })
  expect(all[1]).toMatchObject({ facets: skill.facets, version: 1 })
})
