import { expect, test } from 'vitest'
import { useMinds } from '../../support/minds.js'
import { importLines } from '../../support/moving.js'

const minds = useMinds()

test('[SEM1] [GWT9] an entity from elsewhere is known by its name, to the graph and to who would make it again', async () => {
  const mind = minds.open()
  const entity = (id: number, name: string, edges: object[] = []) => ({
    id: `ent-01900000-0000-7000-8000-${String(id).padStart(12, '0')}`,
    kind: 'entity',
    content: `${name}.`,
    facets: { name, entity_type: 'TOOL' },
    edges,
  })
  const library = entity(1, 'libfoo')
  await importLines(mind, [library, entity(2, 'São Parser', [{ type: 'USES', target: library.id }])])
  const { evidence_plan } = await mind.call('gwt_resolve', { question: 'What does Sao Parser use?' })
  expect(evidence_plan).toMatchObject({ strategy: 'graph', answer: 'libfoo' })
  await expect(
    mind.call('create_entity', { name: 'LIBFOO', entity_type: 'TOOL', summary: 'again' }),
  ).rejects.toMatchObject({ code: 'validation_error', field: 'name' })
})
