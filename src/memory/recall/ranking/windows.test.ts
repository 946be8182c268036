import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderWindow, windowsOf } from './windows.js'

interface Ranked {
  readonly id: string
  readonly score: number
}

const order = (ranked: readonly Ranked[], windowSize = 10, relevant = ranked.length) =>
  windowsOf(relevant, ranked.length, windowSize).flatMap(({ from, to }) =>
    orderWindow(
      ranked.slice(from, to),
      ({ score }) => score,
      ({ id }) => id,
    ),
  )

/** Few distinct scores, so that ties are common. Ids have a prefix, so that none is the name of an object's method. */
const rankings = () =>
  fc.uniqueArray(fc.record({ id: fc.string().map((text) => `ep-${text}`), score: fc.integer({ min: 0, max: 5 }) }), {
    selector: ({ id }) => id,
    maxLength: 45,
  })

const sorted = (ranked: readonly Ranked[]) => ranked.map(({ id }) => id).sort()

describe('[EPI3] windows', () => {
  test('[EPI3] orders within a window by score, ties by id', () => {
    const ranked = [
      { id: 'c', score: 0.1 },
      { id: 'b', score: 0.9 },
      { id: 'a', score: 0.1 },
    ]
    expect(order(ranked).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  })

  test('[EPI3] a high score does not leave its window of ten', () => {
    const ranked = Array.from({ length: 11 }, (_, i) => ({ id: `m${i}`, score: i }))
    expect(order(ranked).map(({ score }) => score)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 10])
  })

  test('[EPI3] every window keeps its members, best first, then by id', () => {
    fc.assert(
      fc.property(rankings(), fc.integer({ min: 1, max: 12 }), (ranked, windowSize) => {
        const ordered = order(ranked, windowSize)
        expect(ordered).toHaveLength(ranked.length)
        for (let start = 0; start < ranked.length; start += windowSize) {
          const window = ordered.slice(start, start + windowSize)
          expect(sorted(window)).toEqual(sorted(ranked.slice(start, start + windowSize)))
          for (const [i, { id, score }] of window.slice(1).entries()) {
            const before = window[i]!
            expect(before.score > score || (before.score === score && before.id < id)).toBe(true)
          }
        }
      }),
    )
  })

  test('[REC20] what is relevant shares no window with what is not, whatever the scores', () => {
    const ranked = Array.from({ length: 8 }, (_, i) => ({ id: `m${i}`, score: i }))
    expect(order(ranked, 10, 3).map(({ score }) => score)).toEqual([2, 1, 0, 7, 6, 5, 4, 3])
  })

  test('[REC16] a memory that may have replaced another stands before it, whatever the scores', () => {
    const ranked = [
      { id: 'older', score: 0.9 },
      { id: 'other', score: 0.5 },
      { id: 'newer', score: 0.1 },
    ]
    const ordered = orderWindow(
      ranked,
      ({ score }) => score,
      ({ id }) => id,
      { older: ['newer'] },
    )
    expect(ordered.map(({ id }) => id)).toEqual(['newer', 'older', 'other'])
  })

  test('[EPI3] leaves the ranking it was given as it was', () => {
    const ranked = [
      { id: 'a', score: 0 },
      { id: 'b', score: 1 },
    ]
    order(ranked)
    expect(ranked.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
