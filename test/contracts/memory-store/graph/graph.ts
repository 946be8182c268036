import { describe, expect, test } from 'vitest'
import { derivedFrom, versionOf } from '#ww/memory/semantic/links.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { StoreConflict } from '#ww/ports/store/errors.js'
import type { MemoryFilter } from '#ww/ports/store/filter.js'
import { aNewMemory, anEdge, days, idOf, newMemories, start } from '../../../support/memories.js'
import { vectorOf } from '../../../support/text-analysis.js'
import { idsOf, type OpenStore, useStores } from '../stores.js'

const [a, b, c, d] = [1, 2, 3, 4].map((number) => idOf(number, 'entity')) as [string, string, string, string]
const settings = { steps: 1, retention: 0.5, decay: 0, threshold: 0.01, maxNodes: 100, now: start }

export function describeGraph(open: OpenStore): void {
  describe('the graph', () => {
    const stores = useStores(open)
    const storeOfFour = async () =>
      stores.fresh(await newMemories([1, 2, 3, 4].map((number) => ({ kind: 'entity', id: idOf(number, 'entity') }))))
    const relation = (source: string, target: string, weight = 0.5) => anEdge({ source, target, type: 'USES', weight })
    const currentVersion = async (store: MemoryStore, id: string) => (await store.get([id]))[0]!.version

    test('[SEM2] a relation that is told again strengthens, and keeps when and how often', async () => {
      const store = await storeOfFour()
      await store.commit({ at: start, relate: [relation(a, b, 0.1)] })
      await store.commit({ at: start + days(1), relate: [relation(a, b, 0.9)] })
      const [edge, ...others] = await store.neighbours([a])
      expect(others).toEqual([])
      expect(edge).toMatchObject({ coactivations: 1, coactivatedAt: start + days(1) })
      expect(edge!.weight).toBeCloseTo(0.19, 12)
    })

    test('[ACT4] associations count the fan of the context and give the edges to the others, either way', async () => {
      const store = await storeOfFour()
      await store.commit({ at: start, connect: [relation(a, b), relation(c, a, 0.25), relation(b, d)] })
      await store.commit({ at: start, connect: [anEdge({ source: a, target: d, type: derivedFrom, weight: 0 })] })
      const { fans, edges } = await store.associations([a, d], [b, c])
      expect(fans).toEqual([2, 1])
      expect(edges.map(({ source, target, weight }) => [source, target, weight]).sort()).toEqual([
        [a, b, 0.5],
        [b, d, 0.5],
        [c, a, 0.25],
      ])
    })

    test('[SEM4] activation spreads along current memories that pass, never along structural edges', async () => {
      const store = await storeOfFour()
      const elsewhere = await aNewMemory({ kind: 'entity', id: idOf(5, 'entity'), session: 'other' })
      await store.commit({ at: start, add: [elsewhere] })
      await store.commit({
        at: start,
        connect: [
          relation(a, b, 0.75),
          relation(c, a, 0.25),
          relation(a, elsewhere.memory.id),
          anEdge({ source: d, target: a, type: derivedFrom }),
        ],
      })
      const { activations, truncated } = await store.spread({ ...settings, seeds: [a], filter: { session: 'default' } })
      expect(truncated).toBe(false)
      expect(activations).toEqual([
        { node: a, activation: 0.5 },
        { node: b, activation: 0.375 },
        { node: c, activation: 0.125 },
      ])
      await store.commit({ at: start, change: [{ id: b, version: await currentVersion(store, b), validTo: start }] })
      const after = await store.spread({ ...settings, seeds: [a], filter: { session: 'default' } })
      expect(after.activations).toEqual([
        { node: a, activation: 0.5 },
        { node: c, activation: 0.5 },
      ])
    })

    test('[SEM4] equals come in the order of their ids, whatever the order they were written in', async () => {
      const store = await stores.fresh(
        await newMemories([4, 2, 3, 1].map((number) => ({ kind: 'entity', id: idOf(number, 'entity') }))),
      )
      const { activations } = await store.spread({ ...settings, seeds: [d, b, c, a], filter: {} })
      expect(activations.map(({ node }) => node)).toEqual([a, b, c, d])
    })

    test('[ACT5] an edge that nobody used for long carries less', async () => {
      const store = await storeOfFour()
      await store.commit({ at: start, connect: [relation(a, b), relation(a, c)] })
      await store.commit({ at: start + days(100), relate: [relation(a, c)] })
      const { activations } = await store.spread({ ...settings, seeds: [a], filter: {}, now: start + days(100) })
      const of = (id: string) => activations.find(({ node }) => node === id)!.activation
      expect(of(b)).toBeLessThan(of(c))
    })

    test('[SEM1] a unique facet is refused to the second current memory of its kind, project and session', async () => {
      const [one, other] = await stores.pair()
      const entity = (more: object = {}) =>
        aNewMemory({ kind: 'entity', facets: { key: 'TOOL vim' }, ...more }).then((each) => ({
          ...each,
          uniqueFacet: 'key',
        }))
      const first = await entity()
      await one.commit({ at: start, add: [first] })
      await expect(other.commit({ at: start, add: [await entity()] })).rejects.toThrow(StoreConflict)
      await other.commit({ at: start, add: [await entity({ session: 'another' }), await entity({ project: 'p' })] })
      // The one that takes its place, in the batch that closes it.
      const change = [{ id: first.memory.id, version: 1, validTo: start + 1 }]
      await other.commit({ at: start + 1, change, add: [await entity()] })
      await expect(one.commit({ at: start, add: [await entity()] })).rejects.toThrow(StoreConflict)
    })

    test('[COM11] a batch that expects another version is refused whole', async () => {
      const store = await storeOfFour()
      const batch = { at: start, expect: [{ id: a, version: 2 }], connect: [relation(a, b)] }
      await expect(store.commit(batch)).rejects.toThrow(StoreConflict)
      expect(await store.neighbours([a])).toEqual([])
      await store.commit({ ...batch, expect: [{ id: a, version: 1 }] })
      expect(await store.neighbours([a])).toHaveLength(1)
    })

    test('[SEM5] carrying closes every open edge of the old and opens it at the new, but for the link of versions', async () => {
      const store = await storeOfFour()
      const links = [relation(a, b, 0.3), relation(c, a, 0.7), anEdge({ source: a, target: d, type: versionOf })]
      await store.commit({ at: start, connect: links })
      const next = await aNewMemory({ kind: 'entity', id: idOf(9, 'entity') })
      const at = start + days(1)
      await store.commit({ at, add: [next], carry: [{ from: a, to: next.memory.id }] })
      const open = await store.neighbours([next.memory.id])
      expect(open.map(({ source, target, weight, validFrom }) => [source, target, weight, validFrom])).toEqual([
        [next.memory.id, b, 0.3, at],
        [c, next.memory.id, 0.7, at],
      ])
      expect((await store.neighbours([a])).map(({ type }) => type)).toEqual([versionOf])
      expect(await store.neighbours([a], undefined, at - 1)).toHaveLength(3)
    })

    test('[SEM5] carrying to one that has the edge already keeps that, and makes no loop', async () => {
      const store = await storeOfFour()
      await store.commit({ at: start, connect: [relation(a, b, 0.3), relation(c, b, 0.6), relation(a, c)] })
      await store.commit({ at: start + 1, carry: [{ from: a, to: c }] })
      const open = await store.neighbours([a, b, c])
      expect(open.map(({ source, target, weight }) => [source, target, weight])).toEqual([[c, b, 0.6]])
    })

    test('[SEM6] review marks what is derived, step by step, once each, and nothing else', async () => {
      const store = await storeOfFour()
      const derives = (source: string, target: string) => anEdge({ source, target, type: derivedFrom })
      // b from a, c from b and a, a circle back to a; d stands for itself.
      await store.commit({ at: start, connect: [derives(b, a), derives(c, b), derives(c, a), derives(a, c)] })
      await store.commit({ at: start + 1, review: [{ derivedFrom: a, reason: 'it changed' }] })
      const found = await store.get([a, b, c, d])
      expect(found.map((each) => each!.facets.needs_review ?? false)).toEqual([false, true, true, false])
      expect(found.map((each) => each!.version)).toEqual([1, 2, 2, 1])
      expect(found[2]!.facets.review_reason).toBe('it changed')
      const [before] = await store.get([b], start)
      expect(before!.facets).not.toHaveProperty('needs_review')
    })

    test('[CON2] the nearest are compared exactly, under the filter, without the memory itself', async () => {
      const texts = ['The cat sleeps on the sofa.', 'A cat is sleeping on a sofa.', 'Quarterly revenue fell.']
      const memories = await newMemories(texts.map((text, number) => ({ text, id: idOf(number) })))
      const away = await aNewMemory({ text: texts[0]!, id: idOf(7), session: 'away' })
      const store = await stores.fresh([...memories, away])
      const { model } = await vectorOf(texts[0]!)
      const request = { to: [idOf(0), idOf(99)], model, filter: { session: 'default' }, most: 5, minCosine: 0.4 }
      const [near, none] = await store.nearest(request)
      expect(near!.map(({ id }) => id)).toEqual([idOf(1)])
      expect(near![0]!.cosine).toBeGreaterThan(0.6)
      expect(none).toEqual([])
      const [wider] = await store.nearest({ ...request, filter: {}, most: 1 })
      expect(wider).toEqual([{ id: idOf(7), cosine: 1 }])
    })

    test('[CON2] what has no vector is near to nothing, at whatever distance', async () => {
      const given = [{}, { text: 'Quarterly revenue fell.' }, { vector: null }]
      const store = await stores.fresh(await newMemories(given.map((each, number) => ({ ...each, id: idOf(number) }))))
      const { model } = await vectorOf('garden')
      const near = await store.nearest({ to: [idOf(0), idOf(2)], model, filter: {}, most: 5, minCosine: -1 })
      expect(near.map(idsOf)).toEqual([[idOf(1)], []])
    })

    test('[CON1] bookmarks keep where work stands, for every process', async () => {
      const [one, other] = await stores.pair()
      await one.commit({ at: start, checkpoints: { light: { seq: 7 }, deep: 3 } })
      expect(await other.checkpoints(['light', 'deep', 'none'])).toEqual({ light: { seq: 7 }, deep: 3 })
      await other.commit({ at: start, checkpoints: { light: null } })
      expect(await one.checkpoints(['light', 'deep'])).toEqual({ deep: 3 })
    })

    test('[WSP2] of two that change one bookmark at a revision, one is refused, with all of its batch', async () => {
      const [one, other] = await stores.pair()
      const write = (store: MemoryStore, number: number, from: number | null) =>
        store.commit({
          at: start,
          expectCheckpoints: { mind: from },
          checkpoints: { mind: { revision: (from ?? 0) + 1, by: number } },
          add: [memories[number]!],
        })
      const memories = await newMemories([{ id: idOf(0) }, { id: idOf(1) }, { id: idOf(2) }])
      const outcomes = await Promise.allSettled([write(one, 0, null), write(other, 1, null)])
      const lost = outcomes.findIndex(({ status }) => status === 'rejected')
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(outcomes[lost]).toMatchObject({ reason: { name: 'StoreConflict' } })
      expect((await one.get([idOf(0), idOf(1)]))[lost]).toBeUndefined()
      await expect(write(one, 2, null)).rejects.toBeInstanceOf(StoreConflict)
      await write(one, 2, 1)
      expect(await other.checkpoints(['mind'])).toEqual({ mind: { revision: 2, by: 2 } })
    })

    test('[WSP3] the nearest to a vector that is no memory’s', async () => {
      const texts = ['The cat sleeps on the sofa.', 'Quarterly revenue fell.']
      const store = await stores.fresh(await newMemories(texts.map((text, number) => ({ text, id: idOf(number) }))))
      const { model, values } = await vectorOf('a sleeping cat')
      const request = { model, filter: {}, most: 1, minCosine: -1 }
      const [near, none] = await store.nearest({ ...request, to: [values, idOf(99)] })
      expect(near!.map(({ id }) => id)).toEqual([idOf(0)])
      expect(none).toEqual([])
      expect(await store.nearest({ ...request, model: 'unknown', to: [values] })).toEqual([[]])
    })

    test('[WSP4] vectors are given as they were stored; none where the model has made none', async () => {
      const store = await stores.fresh([
        await aNewMemory({ id: idOf(0), text: 'A lamp.' }),
        await aNewMemory({ id: idOf(1), vector: null }),
      ])
      const { model, values } = await vectorOf('A lamp.')
      expect(await store.vectors([idOf(1), idOf(0), idOf(99)], model)).toEqual([undefined, values, undefined])
      expect(await store.vectors([idOf(0)], 'unknown')).toEqual([undefined])
    })

    test('[GWT9] the types of open edges, without the structural ones', async () => {
      const store = await stores.fresh(await newMemories([{ id: idOf(0) }, { id: idOf(1) }, { id: idOf(2) }]))
      expect(await store.relationTypes()).toEqual([])
      const types = ['USES', 'owned by', 'DERIVED_FROM', 'USES']
      await store.commit({
        at: start,
        connect: types.map((type, number) => anEdge({ source: idOf(0), target: idOf(1 + (number % 2)), type })),
      })
      const closed = anEdge({ source: idOf(1), target: idOf(2), type: 'CAUSES', validTo: start })
      await store.commit({ at: start, merge: [closed] })
      expect(await store.relationTypes()).toEqual(['USES', 'owned by'])
    })

    test('[GWT9] memories are found by many values of a facet at once, under the filter', async () => {
      const entity = (number: number, name: string, given = {}) => ({
        id: idOf(number, 'entity'),
        kind: 'entity' as const,
        facets: { node_key: name },
        ...given,
      })
      const store = await stores.fresh(
        await newMemories([
          entity(0, 'atlas'),
          entity(1, 'berta'),
          entity(2, 'atlas', { session: 'away' }),
          entity(3, 'clara', { validTo: start }),
        ]),
      )
      const find = (filter: MemoryFilter) => store.findByFacet('node_key', ['atlas', 'clara', 'nobody'], filter)
      expect(await find({})).toEqual([
        { value: 'atlas', id: idOf(0, 'entity') },
        { value: 'atlas', id: idOf(2, 'entity') },
      ])
      expect(await find({ session: 'away' })).toEqual([{ value: 'atlas', id: idOf(2, 'entity') }])
      expect(await store.findByFacet('node_key', [], {})).toEqual([])
    })
  })
}
