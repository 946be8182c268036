import { beforeAll, describe, expect, test } from 'vitest'
import type { Memory } from '#ww/memory/memory.js'
import type { MemoryFilter } from '#ww/ports/store/filter.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { aMemory, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { anyCandidate, idsOf, type OpenStore, useStores, wholePage } from '../stores.js'

const longValue = 'v'.repeat(1_000)

/** By number, so that a test can say which of them it expects. */
const world: readonly Partial<Memory>[] = [
  {},
  { kind: 'entity', facets: { type: 'PERSON', age: 40, active: true } },
  { kind: 'procedure', facets: { domain: 'git', age: '40' } },
  { kind: 'note', session: 'other' },
  { kind: 'lesson', session: 'other', project: 'weaver' },
  { project: 'weaver', tags: ['red', 'green'] },
  { project: 'loom', tags: ['red'] },
  { project: 'weaver', session: 'other', tags: ['red', 'green', 'blue'], happenedAt: start + minutes(10) },
  { happenedAt: start + minutes(10) },
  { happenedAt: start + minutes(20) },
  { state: 'hidden', tags: ['red'] },
  { state: 'retired' },
  { validTo: start + minutes(30) },
  { facets: { outcome: 'success', nested: { type: 'PERSON' }, list: ['git'] } },
  { facets: { long: longValue, nothing: null } },
  { tags: ['type="PERSON"', 'default', 'weaver'] },
  { facets: { '#red': 'x', red: true, 'a=1': 2 } },
  { tags: ['red="x"'] },
]
const notCurrent = [10, 11, 12]
const current = world.map((_, number) => number).filter((number) => !notCurrent.includes(number))

const cases: readonly [name: string, filter: MemoryFilter, passing: readonly number[]][] = [
  ['nothing asked: current and active only', {}, current],
  ['[OPS4] closed, hidden and retired as well', { includeClosed: true }, world.map((_, number) => number)],
  ['[OPS4] closed, hidden and retired, under a filter', { includeClosed: true, tags: ['red'] }, [5, 6, 7, 10]],
  ['[OPS4] closed, hidden and retired, before anything was recorded', { includeClosed: true, knownAt: start - 1 }, []],
  ['one kind', { kinds: ['entity'] }, [1]],
  ['several kinds', { kinds: ['note', 'lesson', 'procedure'] }, [2, 3, 4]],
  ['no kind at all', { kinds: [] }, []],
  ['session', { session: 'other' }, [3, 4, 7]],
  ['a session that is only a project', { session: 'weaver' }, []],
  ['an unknown session', { session: 'nowhere' }, []],
  ['[COM13] project: its own and those without one', { project: 'weaver' }, current.filter((n) => n !== 6)],
  ['[COM13] another project', { project: 'loom' }, current.filter((n) => ![4, 5, 7].includes(n))],
  [
    '[COM13] an unknown project sees those without one',
    { project: 'new' },
    current.filter((n) => ![4, 5, 6, 7].includes(n)),
  ],
  ['[COM13] a project named as a session', { project: 'other' }, current.filter((n) => ![4, 5, 6, 7].includes(n))],
  ['[EPI2] from a moment, inclusive', { happenedFrom: start + minutes(10) }, [7, 8, 9]],
  ['[EPI2] to a moment, inclusive', { happenedFrom: start + 1, happenedTo: start + minutes(10) }, [7, 8]],
  ['[EPI2] one moment', { happenedFrom: start + minutes(20), happenedTo: start + minutes(20) }, [9]],
  ['[EPI2] between two moments of memories', { happenedFrom: start + 1, happenedTo: start + minutes(10) - 1 }, []],
  ['a tag', { tags: ['red'] }, [5, 6, 7]],
  ['all of several tags', { tags: ['green', 'red'] }, [5, 7]],
  ['the same tag twice', { tags: ['green', 'green'] }, [5, 7]],
  ['a tag that none of them has', { tags: ['red', 'black'] }, []],
  ['no tags asked', { tags: [] }, current],
  ['a tag that looks like a facet', { tags: ['type="PERSON"'] }, [15]],
  ['a facet that looks like a tag', { facets: { '#red': 'x' } }, [16]],
  ['a tag that looks like such a facet', { tags: ['red="x"'] }, [17]],
  ['a text facet', { facets: { type: 'PERSON' } }, [1]],
  ['a number facet is not its digits', { facets: { age: 40 } }, [1]],
  ['digits are not a number facet', { facets: { age: '40' } }, [2]],
  ['a yes-or-no facet', { facets: { active: true } }, [1]],
  ['the other answer', { facets: { active: false } }, []],
  ['several facets', { facets: { type: 'PERSON', age: 40 } }, [1]],
  ['several facets, one of them different', { facets: { type: 'PERSON', age: 41 } }, []],
  ['a facet with an equals sign in its key', { facets: { 'a=1': 2 } }, [16]],
  ['a long facet', { facets: { long: longValue } }, [14]],
  ['a long facet that differs at its end', { facets: { long: `${longValue}w` } }, []],
  ['no facets asked', { facets: {} }, current],
  ['kind and session', { kinds: ['episode'], session: 'other' }, [7]],
  ['kind and project', { kinds: ['lesson', 'note'], project: 'loom' }, [3]],
  ['session, project and tags', { session: 'other', project: 'weaver', tags: ['red'] }, [7]],
  ['session and a project that excludes it', { session: 'other', project: 'loom', tags: ['red'] }, []],
  ['tags and facets', { tags: ['red'], facets: { type: 'PERSON' } }, []],
  [
    'everything',
    {
      kinds: ['episode', 'note'],
      session: 'default',
      project: 'weaver',
      happenedFrom: start,
      happenedTo: start,
      tags: ['red'],
      facets: {},
    },
    [5],
  ],
]

export function describeFilters(open: OpenStore): void {
  describe('filters', () => {
    const stores = useStores(open)
    let store: InspectedStore

    beforeAll(async () => {
      const recordedAt = start
      store = await stores.fresh(
        await newMemories(
          world.map((given, number) => ({ ...aMemory({ recordedAt, ...given, id: idOf(number + 1) }) })),
        ),
      )
    })

    test.each(cases)('%s', async (_, filter, passing) => {
      const expected = passing.map((number) => idOf(number + 1)).sort()
      const { total, memories } = await store.query(filter, wholePage)
      expect(idsOf(memories).sort()).toEqual(expected)
      expect(total).toBe(expected.length)
    })

    test.each(cases)('[REC14] candidates and their total under the same filter: %s', async (_, filter, passing) => {
      const expected = passing.map((number) => idOf(number + 1)).sort()
      const all = await store.findCandidates({ ...anyCandidate, filter })
      expect(idsOf(all.candidates).sort()).toEqual(expected)
      expect(all).toMatchObject({ total: expected.length, isExhaustive: true })
      const some = await store.findCandidates({ ...anyCandidate, filter, exhaustiveUpTo: -1, newest: 2 })
      expect(some).toMatchObject({ total: expected.length, isExhaustive: false })
      for (const { id } of some.candidates) expect(expected).toContain(id)
    })

    test('follow what is changed', async () => {
      const changing = await stores.fresh(
        await newMemories([{ id: idOf(1), tags: ['old', 'kept'], facets: { step: 1 } }]),
      )
      const passes = async (filter: MemoryFilter) => (await changing.query(filter, wholePage)).total === 1
      expect(await passes({ tags: ['old'], facets: { step: 1 } })).toBe(true)
      await changing.commit({ at: start + 1, change: [{ id: idOf(1), version: 1, tags: ['kept', 'new'] }] })
      expect(await passes({ tags: ['old'] })).toBe(false)
      expect(await passes({ tags: ['new', 'kept'], facets: { step: 1 } })).toBe(true)
      await changing.commit({ at: start + 2, change: [{ id: idOf(1), version: 2, facets: { step: 2 } }] })
      expect(await passes({ tags: ['new'], facets: { step: 2 } })).toBe(true)
      expect(await passes({ facets: { step: 1 } })).toBe(false)
      await changing.commit({ at: start + 3, change: [{ id: idOf(1), version: 3, state: 'hidden' }] })
      expect(await passes({})).toBe(false)
      await changing.commit({ at: start + 4, change: [{ id: idOf(1), version: 4, state: 'active' }] })
      expect(await passes({})).toBe(true)
      await changing.commit({ at: start + 5, change: [{ id: idOf(1), version: 5, validTo: start + 5 }] })
      expect(await passes({})).toBe(false)
      await changing.commit({ at: start + 6, change: [{ id: idOf(1), version: 6, validTo: null }] })
      expect(await passes({})).toBe(true)
    })
  })
}
