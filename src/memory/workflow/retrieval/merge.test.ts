import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relevanceFloor } from '../../recall/constants.js'
import { mergeHits, type SubqueryHits } from './merge.js'

const found = (
  subquery: string,
  relevances: Readonly<Record<string, number>>,
  nothingRelevant = false,
): SubqueryHits => ({
  subquery,
  nothingRelevant,
  hits: Object.entries(relevances).map(([id, relevance]) => ({ id, relevance })),
})
const idsOf = (...all: SubqueryHits[]) => mergeHits(all).map(({ id }) => id)

describe('[WPL5] what the sub-queries found', () => {
  test('[WPL5] the score is the best relevance, whichever sub-query gave it', () => {
    expect(mergeHits([found('q1', { a: 0.6 }), found('q2', { a: 0.9 })])).toEqual([
      { id: 'a', score: 0.9, subqueriesMatched: ['q1', 'q2'], timeliness: 0 },
    ])
  })

  test('[WPL5] the floor applies to it, also to what spreading brought', () => {
    expect(idsOf(found('q', { a: relevanceFloor, b: relevanceFloor - 0.0001 }))).toEqual(['a'])
    expect(mergeHits([found('q', { a: 0.6 })], 0.7)).toEqual([])
  })

  test('[WPL3] the requested time decides the order, not which memories are found', () => {
    const then = { id: 'b', relevance: 0.6, timeliness: 1 }
    const hits = [{ id: 'a', relevance: 0.7 }, then, { id: 'c', relevance: 0.95 }, { ...then, id: 'd', relevance: 0.2 }]
    const merged = mergeHits([{ subquery: 'q', nothingRelevant: false, hits }])
    expect(merged.map(({ id, score }) => [id, score])).toEqual([
      ['c', 0.95],
      ['b', 0.6],
      ['a', 0.7],
    ])
  })

  test('[WPL5] below the floor a sub-query does not count as matched', () => {
    expect(mergeHits([found('q1', { a: 0.2 }), found('q2', { a: 0.9 })])[0]?.subqueriesMatched).toEqual(['q2'])
  })

  test('[REC14] when nothing relevant is stored, nothing is found', () => {
    expect(idsOf(found('q1', { a: 0.9 }, true), found('q2', { b: 0.6 }))).toEqual(['b'])
  })

  test('[WPL5] a further sub-query decides between about equals, not against a better one', () => {
    expect(idsOf(found('q1', { a: 0.71, b: 0.7, c: 0.9 }), found('q2', { b: 0.7 }))).toEqual(['c', 'b', 'a'])
    expect(idsOf(found('q1', { a: 0.75, b: 0.7 }), found('q2', { b: 0.7 }))).toEqual(['a', 'b'])
  })

  test('[COM9] ties break by id, whatever the order of input', () => {
    const relevances = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(0.2, 0.25, 0.7))
    fc.assert(
      fc.property(relevances, relevances, (one, two) => {
        const turned = (each: Readonly<Record<string, number>>) => Object.fromEntries(Object.entries(each).toReversed())
        expect(mergeHits([found('q1', turned(one)), found('q2', turned(two))])).toEqual(
          mergeHits([found('q1', one), found('q2', two)]),
        )
      }),
    )
  })
})
