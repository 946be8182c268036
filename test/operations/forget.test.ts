import { describe, expect, test } from 'vitest'
import { derivedFrom } from '#ww/memory/semantic/links.js'
import { forget } from '#ww/operations/everyday/forget.js'
import type { OperationContext } from '#ww/operations/machinery/operation-context.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { anEdge, days, hours, idOf, newMemories, start } from '../support/memories.js'
import { idsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const remember = async (mind: Mind, text: string, more: object = {}): Promise<string> =>
  (await mind.call('remember', { text, ...more })).id

async function derive(mind: Mind, name: string, derived_from: readonly string[], more: object = {}): Promise<string> {
  const input = { name, entity_type: 'FACT' as const, summary: `${name} holds.`, derived_from: [...derived_from] }
  return (await mind.call('create_entity', { ...input, ...more })).id
}

const isThere = async (mind: Mind, id: string): Promise<boolean> => {
  try {
    await mind.call('get_memory', { id })
    return true
  } catch {
    return false
  }
}
const left = async (mind: Mind, ids: readonly string[]): Promise<string[]> => {
  const found = await Promise.all(ids.map((id) => isThere(mind, id)))
  return ids.filter((_, index) => found[index])
}

describe('forget', () => {
  const minds = useMinds()

  describe('what is asked', () => {
    test('[OPS4] at least one criterion', async () => {
      const mind = minds.open()
      for (const input of [
        {},
        { dry_run: false },
        { keep_derived: true },
        { project: '*' },
        { ids: null, tags: null },
      ]) {
        const error = await refusal(mind, 'forget', input)
        expect(error).toMatchObject(isValidationError('ids'))
        expect(error.message).toMatch(/ids, session_filter, tags, before or key/)
      }
      expect(await refusal(mind, 'forget', { ids: [] })).toMatchObject(isValidationError('ids'))
      expect(await refusal(mind, 'forget', { tags: [] })).toMatchObject(isValidationError('tags'))
      expect(await refusal(mind, 'forget', { ids: ['ep-1'] })).toMatchObject(isValidationError('ids.0'))
      expect(await refusal(mind, 'forget', { before: 'yesterday' })).toMatchObject(isValidationError('before'))
    })

    test('[OPS4] a dry run is the default: it tells all that would go, and nothing goes', async () => {
      const mind = minds.open()
      const id = await remember(mind, `The heron\n\nstood ${'still '.repeat(50)}`, { tags: ['bird'] })
      const fact = await derive(mind, 'Herons stand', [id])
      const dry = await mind.call('forget', { ids: [id] })
      expect(dry).toMatchObject({
        dry_run: true,
        count: 2,
        ids: [id],
        derived_ids: [fact],
        review_ids: [],
        backups: [],
      })
      expect(dry.preview).toEqual([
        { id, kind: 'episode', excerpt: expect.stringMatching(/^The heron stood still still.*…$/) },
        { id: fact, kind: 'entity', excerpt: 'Herons stand: Herons stand holds.' },
      ])
      expect(await left(mind, [id, fact])).toEqual([id, fact])
      const { preview: _, ...same } = dry
      expect(await mind.call('forget', { ids: [id], dry_run: false })).toEqual({ ...same, dry_run: false })
      expect(await left(mind, [id, fact])).toEqual([])
    })

    test('[OPS4] criteria are ANDed; `before` is when it happened, and not the moment itself', async () => {
      const mind = minds.open()
      const at = (moment: number) => new Date(moment).toISOString()
      const tell = (session_id: string, tags: string[], moment: number) =>
        remember(mind, `${session_id} ${tags} ${moment}`, { session_id, tags, timestamp: at(moment) })
      const both = await tell('s', ['a', 'b'], start)
      const onlyA = await tell('s', ['a'], start)
      const late = await tell('s', ['a', 'b'], start + 1)
      const elsewhere = await tell('t', ['a', 'b'], start)
      const dry = async (input: object) => (await mind.call('forget', input)).ids.toSorted()
      expect(await dry({ tags: ['a', 'b'] })).toEqual([both, late, elsewhere].sort())
      expect(await dry({ tags: ['a', 'b'], session_filter: 's' })).toEqual([both, late].sort())
      expect(await dry({ tags: ['a', 'b'], before: at(start + 1) })).toEqual([both, elsewhere].sort())
      expect(await dry({ before: at(start) })).toEqual([])
      expect(await dry({ session_filter: 's', before: at(start + 1) })).toEqual([both, onlyA].sort())
      expect(await dry({ ids: [both, onlyA, late], tags: ['b'], before: at(start + 1) })).toEqual([both])
      expect(await dry({ ids: [onlyA], tags: ['b'] })).toEqual([])
      const done = await mind.call('forget', { session_filter: 's', tags: ['b'], dry_run: false })
      expect(done.ids.toSorted()).toEqual([both, late].sort())
      expect(await left(mind, [both, onlyA, late, elsewhere])).toEqual([onlyA, elsewhere])
    })

    test('[OPS4] more than a page of them', async () => {
      const memories = await newMemories(
        Array.from({ length: 12_000 }, (_, number) => ({ id: idOf(number), tags: ['many'], joinsScene: false })),
      )
      const mind = minds.open({ dataDir: await minds.folderWith(memories) })
      await remember(mind, 'The one that stays.')
      const done = await mind.call('forget', { tags: ['many'], dry_run: false })
      expect(done.count).toBe(12_000)
      expect(new Set(done.ids).size).toBe(12_000)
      expect((await mind.call('recall', { query: 'garden', min_relevance: 0 })).total).toBe(1)
    }, 60_000)

    test('[OPS4] closed, hidden and retired memories too', async () => {
      const mind = minds.open()
      const store = minds.openStore(mind.dataDir)
      const tags = ['old']
      const add = await newMemories([
        { id: idOf(1), tags, state: 'hidden' },
        { id: idOf(2), tags, state: 'retired' },
        { id: idOf(3), tags, validTo: start },
      ])
      await store.commit({ at: start, add })
      expect((await mind.call('forget', { tags })).count).toBe(3)
      const done = await mind.call('forget', { ids: [1, 2, 3].map((number) => idOf(number)), dry_run: false })
      expect(done.count).toBe(3)
      expect(await store.query({ includeClosed: true }, { offset: 0, limit: 1 })).toMatchObject({ total: 0 })
    })

    test('[COM1] ids without their prefix, and unknown ones', async () => {
      const mind = minds.open()
      const id = await remember(mind, 'The heron stood still.')
      const unknown = idOf(99)
      expect(await refusal(mind, 'forget', { ids: [id, unknown], dry_run: false })).toEqual({
        error: 'not_found',
        message: `Memory ${unknown} not found`,
        field: 'ids',
      })
      const bare = unknown.replace('ep-', '')
      expect((await refusal(mind, 'forget', { ids: [bare] })).message).toContain(bare)
      expect(await isThere(mind, id)).toBe(true)
      const done = await mind.call('forget', { ids: [id.replace('ep-', '')], dry_run: false })
      expect(done.ids).toEqual([id])
    })
  })

  describe('whose', () => {
    test('[COM3] only what is in sight: the own session unless another is named; `default` sees all', async () => {
      const mind = minds.open()
      const tags = ['t']
      const anna = await remember(mind, 'Of Anna.', { session_id: 'anna', tags })
      const ben = await remember(mind, 'Of Ben.', { session_id: 'ben', tags })
      const dry = async (input: object) => (await mind.call('forget', { tags, ...input })).ids.toSorted()
      expect(await dry({ session_id: 'anna' })).toEqual([anna])
      expect(await dry({ session_id: 'anna', session_filter: 'ben' })).toEqual([ben])
      expect(await dry({})).toEqual([anna, ben].sort())
      for (const input of [{ session_id: 'anna' }, { session_filter: 'anna' }]) {
        const error = await refusal(mind, 'forget', { ids: [ben], dry_run: false, ...input })
        expect(error).toMatchObject({ error: 'not_found', field: 'ids' })
      }
      await mind.call('forget', { session_id: 'anna', session_filter: 'anna', dry_run: false })
      expect(await left(mind, [anna, ben])).toEqual([ben])
    })

    test('[COM13] only the caller’s project and what belongs to none; "*" is all', async () => {
      const mind = minds.open()
      const tags = ['t']
      const [loom, weaver] = [
        await remember(mind, 'Of the loom.', { project: 'loom', tags }),
        await remember(mind, 'Of the weaver.', { project: 'weaver', tags }),
      ]
      const nobody = await remember(mind, 'Of nobody.', { tags })
      const dry = async (project: string) => (await mind.call('forget', { tags, project })).ids.toSorted()
      expect(await dry('loom')).toEqual([loom, nobody].sort())
      expect(await dry('*')).toEqual([loom, weaver, nobody].sort())
      expect(await refusal(mind, 'forget', { ids: [weaver], project: 'loom' })).toMatchObject({ error: 'not_found' })
    })
  })

  describe('every version', () => {
    test.each(['first', 'middle', 'last'] as const)('[OPS4] asked for by its %s', async (which) => {
      const mind = minds.open()
      const first = await remember(mind, 'Anna lives in Rome.')
      mind.clock.advance(days(1))
      const middle = (await mind.call('correct', { id: first, text: 'Anna lives in Bern.' })).new_id
      mind.clock.advance(days(1))
      const last = (await mind.call('correct', { id: middle, text: 'Anna lives in Oslo.' })).new_id
      mind.clock.advance(days(1))
      const done = await mind.call('forget', { ids: [{ first, middle, last }[which]], dry_run: false })
      expect(done.ids.toSorted()).toEqual([first, middle, last].sort())
      expect(done.derived_ids).toEqual([])
      for (const moment of [hours(1), days(1) + hours(1), days(2) + hours(1)]) {
        const point_in_time = new Date(start + moment).toISOString()
        const { episodes } = await mind.call('query_at_time', { query: 'where does Anna live?', point_in_time })
        expect(episodes).toEqual([])
      }
      expect((await mind.call('recall', { query: 'where does Anna live?' })).total).toBe(0)
    })

    test('[OPS4] [CON2] and what hides behind it, but not what came out of hiding', async () => {
      const mind = minds.open()
      const tell = async () => {
        mind.clock.advance(hours(1))
        return remember(mind, 'Restarted the payment service on port 8080.')
      }
      const [oldest, hidden, back] = [await tell(), await tell(), await tell()]
      await mind.call('consolidate_now', { consolidation_type: 'light' })
      await mind.call('bring_back', { id: back })
      const dry = await mind.call('forget', { ids: [hidden] })
      expect(dry.ids).toEqual([hidden])
      const done = await mind.call('forget', { ids: [oldest], dry_run: false })
      expect(done.ids.toSorted()).toEqual([oldest, hidden].sort())
      expect(await left(mind, [oldest, hidden, back])).toEqual([back])
    })
  })

  describe('what was derived', () => {
    test('[OPS4] goes with it, step by step, where it stands on nothing else', async () => {
      const mind = minds.open()
      const ground = await remember(mind, 'The cat sat on the mat.')
      const fact = await derive(mind, 'Cats sit', [ground])
      const both = await derive(mind, 'Cats and mats', [fact, ground])
      const done = await mind.call('forget', { ids: [ground], dry_run: false })
      expect(done.ids).toEqual([ground])
      expect(done.derived_ids.toSorted()).toEqual([fact, both].sort())
      expect(done).toMatchObject({ count: 3, review_ids: [] })
      expect(await left(mind, [ground, fact, both])).toEqual([])
    })

    test('[SEM6] stays where it stands on something else, and is flagged, step by step', async () => {
      const mind = minds.open()
      const ground = await remember(mind, 'Quetzalcoatl sat on the mat.')
      const other = await remember(mind, 'The dog lay on the rug.')
      const alone = await derive(mind, 'Serpents sit', [ground])
      const shared = await derive(mind, 'Animals rest', [ground, other])
      const further = await derive(mind, 'Rest is common', [shared])
      const throughAlone = await derive(mind, 'Sitting and lying', [alone, other])
      const unrelated = await derive(mind, 'Dogs lie', [other])
      mind.clock.set(start + days(1))
      const dry = await mind.call('forget', { ids: [ground] })
      expect(dry.derived_ids).toEqual([alone])
      expect(dry.review_ids.toSorted()).toEqual([shared, further, throughAlone].sort())
      const done = await mind.call('forget', { ids: [ground], dry_run: false })
      expect(done.review_ids).toEqual(dry.review_ids)
      const { entities } = await mind.call('semantic_recall', { query: 'animals rest, sit and lie' })
      const flagged = new Map(
        entities.map(({ id, needs_review, review_reason }) => [id, [needs_review, review_reason]]),
      )
      const reason = `derived from ${ground}, which was forgotten on 2026-01-06T09:00:00Z`
      for (const id of [shared, further]) expect(flagged.get(id)).toEqual([true, reason])
      expect(flagged.get(throughAlone)).toEqual([true, reason.replace(ground, alone)])
      expect(flagged.get(unrelated)).toEqual([undefined, undefined])
    })

    test('[OPS4] stays when asked to, flagged', async () => {
      const mind = minds.open()
      const ground = await remember(mind, 'The cat sat on the mat.')
      const fact = await derive(mind, 'Cats sit', [ground])
      const further = await derive(mind, 'Mats are sat on', [fact])
      const done = await mind.call('forget', { ids: [ground], keep_derived: true, dry_run: false })
      expect(done).toMatchObject({ count: 1, ids: [ground], derived_ids: [] })
      expect(done.review_ids.toSorted()).toEqual([fact, further].sort())
      expect(await left(mind, [ground, fact, further])).toEqual([fact, further])
    })

    test('[OPS4] older versions of what was derived go with it, also such as were derived from it alone', async () => {
      const mind = minds.open()
      const ground = await remember(mind, 'The cat sat on the mat.')
      const other = await remember(mind, 'The dog lay on the rug.')
      const first = await derive(mind, 'Pets sit', [ground])
      mind.clock.advance(days(1))
      const { new_id } = await mind.call('supersede_fact', { entity_id: first, new_summary: 'Pets sit or lie.' })
      const store = minds.openStore(mind.dataDir)
      const connect = [anEdge({ source: new_id, target: other, type: derivedFrom })]
      await store.commit({ at: mind.clock.now(), connect })
      // The newer version stands on the dog as well; the older one stood on the cat alone.
      const done = await mind.call('forget', { ids: [ground], dry_run: false })
      expect(done).toMatchObject({ ids: [ground], derived_ids: [first], review_ids: [new_id] })
      mind.clock.advance(days(1))
      const rest = await mind.call('forget', { ids: [other], dry_run: false })
      expect(rest.derived_ids).toEqual([new_id])
    })

    test('[SEM6] an older version that stood on something else stays as it was', async () => {
      const mind = minds.open()
      const [ground, other] = [await remember(mind, 'The cat sat.'), await remember(mind, 'The dog lay.')]
      const first = await derive(mind, 'Pets rest', [ground, other])
      mind.clock.advance(days(1))
      const { new_id } = await mind.call('supersede_fact', { entity_id: first, new_summary: 'Pets rest a lot.' })
      const done = await mind.call('forget', { ids: [ground], dry_run: false })
      expect(done).toMatchObject({ derived_ids: [], review_ids: [new_id] })
      expect((await mind.call('get_memory', { id: first })).facets).not.toHaveProperty('needs_review')
    })

    test('[OPS4] of several grounds that go together nothing is left to stand on', async () => {
      const mind = minds.open()
      const grounds = [await remember(mind, 'One.', { tags: ['g'] }), await remember(mind, 'Two.', { tags: ['g'] })]
      const fact = await derive(mind, 'Both', grounds)
      const done = await mind.call('forget', { tags: ['g'], dry_run: false })
      expect(done).toMatchObject({ derived_ids: [fact], review_ids: [] })
    })
  })

  test('[OPS4] [SEM6] what is derived while it is being forgotten does not stay behind', async () => {
    const mind = minds.open()
    const ground = await remember(mind, 'The cat sat on the mat.')
    const store = minds.openStore(mind.dataDir)
    let derived: string | undefined
    const memories: MemoryStore = {
      ...store,
      async erase(erasure) {
        // Another process, after the plan was made.
        derived ??= await derive(mind, 'Cats sit', [ground])
        return store.erase(erasure)
      },
    }
    // All of a context that forgetting uses here.
    const context = { memories, clock: mind.clock } as unknown as OperationContext
    const caller = { session: 'default', project: null, asksAllProjects: false }
    const done = await forget.run({ ids: [[ground]], keep_derived: false, dry_run: false }, context, caller)
    expect(done).toMatchObject({ ids: [ground], derived_ids: [derived] })
    expect(await left(mind, [ground, derived!])).toEqual([])
  })

  test('[OPS4] can be told again', async () => {
    const mind = minds.open()
    const first = await remember(mind, 'Anna likes the pond.')
    await mind.call('forget', { ids: [first], dry_run: false })
    const again = await remember(mind, 'Anna likes the pond.')
    const { memories, nothing_relevant } = await mind.call('recall', { query: 'what does Anna like?' })
    expect(idsOf(memories)).toEqual([again])
    expect(nothing_relevant).toBe(false)
  })

  test('[ACT8] a use that is still to be written does not bring it back', async () => {
    const mind = minds.open()
    const id = await remember(mind, 'Anna likes the pond.')
    await mind.call('recall', { query: 'what does Anna like?' })
    await mind.call('forget', { ids: [id], dry_run: false })
    await mind.close()
    const again = minds.open({ dataDir: mind.dataDir })
    expect((await again.call('recall', { query: 'what does Anna like?' })).total).toBe(0)
  })
})
