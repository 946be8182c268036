import { describe, expect, test } from 'vitest'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { derivedFrom } from '#ww/memory/semantic/links.js'
import { forget } from '#ww/operations/everyday/forget.js'
import type { OperationContext } from '#ww/operations/machinery/operation-context.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { anEdge, hours, idOf, newMemories } from '../support/memories.js'
import { type Mind, useMinds } from '../support/minds.js'

const minds = useMinds()
const entity = idOf(1, 'entity')
const summary = 'Quetzalcoatl built Kestrel in his cellar.'

/** As consolidation makes it: one entity of two episodes, in the words of the first. */
async function aQuotingEntity(mind: Mind) {
  const remember = async (text: string) => (await mind.call('remember', { text })).id
  const secret = await remember(summary)
  mind.clock.advance(hours(1))
  const other = await remember('We shipped. Kestrel is a scheduler. It works.')
  const store = minds.openStore(mind.dataDir)
  const facets = { name: 'Kestrel', entity_type: 'TOOL', key: 'TOOL kestrel', details: null, source: secret }
  const text = `Kestrel: ${summary}`
  const add = await newMemories([
    {
      id: entity,
      kind: 'entity',
      text,
      summary,
      source: 'consolidation',
      facets: { ...facets, summary_from: secret, is_definition: false },
    },
  ])
  const connect = [secret, other].map((target) => anEdge({ source: entity, target, type: derivedFrom }))
  await store.commit({ at: mind.clock.now(), add, connect })
  mind.clock.advance(hours(1))
  return { store, secret, other }
}

async function derive(mind: Mind, name: string, derived_from: string[]): Promise<string> {
  return (await mind.call('create_entity', { name, entity_type: 'FACT', summary: `${name} holds.`, derived_from })).id
}

const everything = async (store: MemoryStore) =>
  (await store.query({ includeClosed: true }, { offset: 0, limit: 100 })).memories

describe('forgetting what an entity speaks in the words of', () => {
  test('[OPS4] [CON3] it lives on in those of what stays, with its links', async () => {
    const mind = minds.open()
    const { store, secret, other } = await aQuotingEntity(mind)
    const shop = await derive(mind, 'Shop', [])
    await mind.call('create_relation', { source_id: shop, target_id: entity, relation_type: 'USES' })

    const dry = await mind.call('forget', { ids: [secret] })
    expect(dry).toMatchObject({ ids: [secret], derived_ids: [entity], rewritten: [{ id: entity }] })
    const done = await mind.call('forget', { ids: [secret], dry_run: false })
    expect(done).toMatchObject({ count: dry.count, ids: [secret], derived_ids: [entity] })
    const [next] = done.review_ids
    expect(done.rewritten).toEqual([{ id: entity, new_id: next }])
    const { content, facets } = await mind.call('get_memory', { id: next! })
    expect(content).toBe('Kestrel: Kestrel is a scheduler.')
    expect(facets).toMatchObject({ name: 'Kestrel', summary_from: other, source: other, needs_review: true })
    const edges = await store.neighbours([next!])
    expect(edges.map(({ source, target, type }) => [source, target, type])).toEqual(
      expect.arrayContaining([
        [next, other, derivedFrom],
        [shop, next, 'USES'],
      ]),
    )
    expect(edges).toHaveLength(2)
    expect(JSON.stringify(await everything(store))).not.toContain('Quetz')
  })

  test('[SEM6] what is derived from it stays, flagged, and a dry run says so', async () => {
    const mind = minds.open()
    const { store, secret, other } = await aQuotingEntity(mind)
    const fact = await derive(mind, 'Kestrel schedules', [entity])
    const further = await derive(mind, 'Schedules are kept', [fact])
    const dry = await mind.call('forget', { ids: [secret] })
    const done = await mind.call('forget', { ids: [secret], dry_run: false })
    for (const answer of [dry, done]) expect(answer.derived_ids).toEqual([entity])
    expect(dry.review_ids.toSorted()).toEqual([fact, further].toSorted())
    const new_id = done.rewritten[0]!.new_id!
    expect(done.review_ids.toSorted()).toEqual([fact, further, new_id].toSorted())
    expect(await store.neighbours([new_id], [derivedFrom])).toMatchObject([
      { source: new_id, target: other },
      { source: fact, target: new_id },
    ])
    // And with its last ground all of it goes.
    const rest = await mind.call('forget', { ids: [other], dry_run: false })
    expect(rest.derived_ids.toSorted()).toEqual([new_id, fact, further].toSorted())
  })

  test('[OPS4] with all that it stands on, it goes, and what is derived from it', async () => {
    const mind = minds.open()
    const { secret, other } = await aQuotingEntity(mind)
    const fact = await derive(mind, 'Kestrel schedules', [entity])
    const done = await mind.call('forget', { ids: [secret, other], dry_run: false })
    expect(done).toMatchObject({ rewritten: [], review_ids: [] })
    expect(done.derived_ids.toSorted()).toEqual([entity, fact].toSorted())
  })

  test('[OPS4] one that quotes the same and stands on another rewritten one takes no words from that', async () => {
    const mind = minds.open()
    const { store, secret } = await aQuotingEntity(mind)
    const second = idOf(2, 'entity')
    const [first] = await store.get([entity])
    const facets = { ...first!.facets, name: 'Quail', key: 'TOOL quail' }
    const add = await newMemories([{ id: second, kind: 'entity', text: `Quail: ${summary}`, summary, facets }])
    const connect = [secret, entity].map((target) => anEdge({ source: second, target, type: derivedFrom }))
    await store.commit({ at: mind.clock.now(), add, connect })
    const done = await mind.call('forget', { ids: [secret], dry_run: false })
    expect(done.rewritten.map(({ id }) => id).toSorted()).toEqual([entity, second])
    expect(JSON.stringify(await everything(store))).not.toContain('Quetz')
  })

  test('[COM11] all of it or nothing: one that fails leaves everything as it was', async () => {
    const mind = minds.open()
    const { store, secret } = await aQuotingEntity(mind)
    const before = await everything(store)
    const memories: MemoryStore = {
      ...store,
      commit: () => Promise.reject(new Error('a commit of its own')),
      // In the transaction, behind everything else that it writes.
      erase: (erasure) =>
        store.erase({ ...erasure, replaceWith: { ...erasure.replaceWith, expect: [{ id: secret, version: 99 }] } }),
    }
    const { context, caller } = forgetting(mind, memories)
    await expect(forget.run({ ids: [[secret]], keep_derived: false, dry_run: false }, context, caller)).rejects.toThrow(
      'no longer at version 99',
    )
    expect(await everything(store)).toEqual(before)
  })
})

/** What forgetting uses of a context, on this store. */
function forgetting(mind: Mind, memories: MemoryStore) {
  let made = 100
  const context = {
    memories,
    clock: mind.clock,
    ids: { next: () => idOf(made++, 'entity') },
    embedder: { identity: 'none', embed: async (texts: readonly string[]) => texts.map(() => new Int8Array(8)) },
    tokenSpace: openStaticTokenSpace,
  } as unknown as OperationContext
  return { context, caller: { session: 'default', project: null, asksAllProjects: false } }
}
