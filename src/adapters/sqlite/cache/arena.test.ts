import { expect, test } from 'vitest'
import { Arena } from './arena.js'

const bytesAt = (arena: Arena, row: number) => Array.from(arena.bytes.subarray(arena.start(row), arena.end(row)))

test('[OPS4] what is erased is overwritten, and the others are where they were', () => {
  const arena = new Arena()
  arena.set(1, Uint8Array.of(11, 12))
  arena.set(2, Uint8Array.of(21, 22, 23))
  arena.setAll(3, Float64Array.of(1, 3), Uint8Array.of(31, 41, 42))
  arena.erase(2)
  arena.erase(3)
  arena.set(6, Uint8Array.of(61))
  expect([1, 2, 3, 4, 5, 6].map((row) => bytesAt(arena, row))).toEqual([[11, 12], [], [], [41, 42], [], [61]])
  for (const byte of [21, 22, 23, 31]) expect(arena.bytes.includes(byte)).toBe(false)
})

test('erasing what was never there changes nothing', () => {
  const arena = new Arena()
  arena.set(1, Uint8Array.of(11))
  arena.erase(900)
  arena.erase(90_000)
  expect(bytesAt(arena, 1)).toEqual([11])
})
