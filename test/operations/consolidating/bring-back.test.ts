import { expect, test } from 'vitest'
import { hours } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()

/** Each at an hour of its own: what was linked before a memory was hidden is told from what came with it. */
async function tellTwins(mind: Mind, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let told = 0; told < count; told++) {
    ids.push((await mind.call('create_episode', { content: 'The kettle broke.' })).id)
    mind.clock.advance(hours(1))
  }
  return ids
}

async function aFact(mind: Mind, name: string, source: string): Promise<string> {
  return (await mind.call('create_entity', { name, entity_type: 'FACT', summary: name, source })).id
}

async function hideDuplicates(mind: Mind): Promise<void> {
  mind.clock.advance(hours(1))
  await mind.call('consolidate_now', { consolidation_type: 'light' })
  mind.clock.advance(hours(1))
}

const groundsOf = async (mind: Mind, entity_id: string) =>
  (await mind.call('get_provenance', { entity_id })).source_episodes!.map(({ id }) => id)

test('[CON2] what is brought back has its links again, and the one that stood for it keeps its own', async () => {
  const mind = minds.open()
  const [oldest, twin] = (await tellTwins(mind, 2)) as [string, string]
  const [own, moved] = [await aFact(mind, 'Own', oldest), await aFact(mind, 'Moved', twin)]
  await hideDuplicates(mind)
  const later = await aFact(mind, 'Later', oldest)
  expect(await groundsOf(mind, moved)).toEqual([oldest])
  await mind.call('bring_back', { id: twin })
  expect(await groundsOf(mind, moved)).toEqual([twin])
  expect(await groundsOf(mind, own)).toEqual([oldest])
  expect(await groundsOf(mind, later)).toEqual([oldest])
})

test('[CON2] a link that another one hidden had too stays with the one that stands for both', async () => {
  const mind = minds.open()
  const [oldest, first, second] = (await tellTwins(mind, 3)) as [string, string, string]
  const fact = await aFact(mind, 'Shared', first)
  const store = minds.openStore(mind.dataDir)
  const [edge] = await store.neighbours([fact])
  await store.commit({ at: mind.clock.now(), connect: [{ ...edge!, target: second }] })
  await hideDuplicates(mind)
  await mind.call('bring_back', { id: first })
  expect((await groundsOf(mind, fact)).toSorted()).toEqual([oldest, first].toSorted())
  mind.clock.advance(hours(1))
  await mind.call('bring_back', { id: second })
  expect((await groundsOf(mind, fact)).toSorted()).toEqual([first, second].toSorted())
})

test.each([
  ['unchanged', false],
  ['corrected meanwhile', true],
])('[CON2] a link that both had is there for both again, with the one that stayed %s', async (_, isCorrected) => {
  const mind = minds.open()
  const store = minds.openStore(mind.dataDir)
  const [oldest, twin] = (await tellTwins(mind, 2)) as [string, string]
  const fact = await aFact(mind, 'Shared', oldest)
  const [edge] = await store.neighbours([fact])
  await store.commit({ at: mind.clock.now(), connect: [{ ...edge!, target: twin, weight: 0.25 }] })
  await hideDuplicates(mind)
  expect(await groundsOf(mind, fact)).toEqual([oldest])
  let standIn = oldest
  if (isCorrected) {
    const corrected = { id: oldest, text: 'The kettle broke on Monday.', reason: 'more exact' }
    standIn = (await mind.call('correct', corrected)).new_id
    mind.clock.advance(hours(1))
  }
  await mind.call('bring_back', { id: twin })
  expect((await groundsOf(mind, fact)).toSorted()).toEqual([standIn, twin].toSorted())
  expect(await store.neighbours([twin])).toMatchObject([{ source: fact, weight: 0.25 }])
})

test('[CON2] its links come back from the version that the one in its place has by now', async () => {
  const mind = minds.open()
  const [oldest, twin] = (await tellTwins(mind, 2)) as [string, string]
  const fact = await aFact(mind, 'Moved', twin)
  await hideDuplicates(mind)
  await mind.call('correct', { id: oldest, text: 'The kettle broke on Monday.', reason: 'more exact' })
  mind.clock.advance(hours(1))
  await mind.call('bring_back', { id: twin })
  expect(await groundsOf(mind, fact)).toEqual([twin])
})

test('[CON2] [ACT5] a link comes back as strong as it has become, and nothing of it stays', async () => {
  const mind = minds.open()
  const [oldest, twin] = (await tellTwins(mind, 2)) as [string, string]
  const store = minds.openStore(mind.dataDir)
  const tool = (await mind.call('create_entity', { name: 'Kettle', entity_type: 'TOOL', summary: 'Boils.' })).id
  const at = mind.clock.now()
  const edge = { source: tool, target: twin, type: 'CAUSES', weight: 0.4, validFrom: at, validTo: null }
  await store.commit({ at, connect: [{ ...edge, coactivations: 0, coactivatedAt: null }] })
  await hideDuplicates(mind)
  const used = mind.clock.now()
  await store.reinforce([], [{ ids: [tool, oldest], at: used }])
  const [grown] = await store.neighbours([oldest], ['CAUSES'])
  expect(grown!.weight).toBeGreaterThan(0.4)
  mind.clock.advance(hours(1))
  await mind.call('bring_back', { id: twin })
  expect(await store.neighbours([oldest])).toEqual([])
  expect(await store.neighbours([twin])).toMatchObject([
    { source: tool, target: twin, weight: grown!.weight, coactivations: 1, coactivatedAt: used },
  ])
})
