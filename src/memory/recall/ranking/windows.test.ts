import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderInWindows } from './windows.js'

interface Ranked {
  readonly id: string
  readonly score: number
}

const order = (ranked: readonly Ranked[], windowSize?: number) =>
  orderInWindows(
    ranked,
    ({ score }) => score,
    ({ id }) => id,
    windowSize,
  )

/** Few distinct scores, so that ties are common. */
const rankings = () =>
  fc.uniqueArray(fc.record({ id: fc.string(), score: fc.integer({ min: 0, max: 5 }) }), {
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

  test('[EPI3] leaves the ranking it was given as it was', () => {
    const ranked = [
      { id: 'a', score: 0 },
      { id: 'b', score: 1 },
    ]
    order(ranked)
    expect(ranked.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
