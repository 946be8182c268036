import { expect, test } from 'vitest'
import { RecentCache } from './recent-cache.js'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

function filled(capacity: number, count: number): RecentCache<number, string> {
  const cache = new RecentCache<number, string>(capacity)
  for (const key of upTo(count)) cache.set(key, `value ${key}`)
  return cache
}

test('finds what was kept', () => {
  expect(filled(8, 2).get(1)).toBe('value 1')
  expect(filled(8, 2).get(2)).toBeUndefined()
})

test.each([8, 9, 11, 50])('after %i keys in a capacity of 8, the last four stay and no more than eight', (count) => {
  const cache = filled(8, count)
  // From the newest down, and no promotion can bring back what was dropped.
  const found = upTo(count)
    .reverse()
    .filter((key) => cache.get(key) !== undefined)
  expect(found.slice(0, 4)).toEqual([count - 1, count - 2, count - 3, count - 4])
  expect(found.length).toBeLessThanOrEqual(8)
})

test('what is used again and again stays', () => {
  const cache = filled(8, 1)
  for (const key of upTo(100)) {
    cache.set(key + 1, 'another')
    expect(cache.get(0)).toBe('value 0')
  }
})
