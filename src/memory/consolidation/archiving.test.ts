import { expect, test } from 'vitest'
import { initialStrength } from '../activation/forgetting.js'
import type { StoredMemory } from '../memory.js'
import { dayMs } from '../time.js'
import { isArchivable } from './archiving.js'

const policy = { minAgeDays: 100, maxRetrievability: 0.5, maxImportance: 0.3 }
const memory = (importance: number): StoredMemory =>
  ({ importance, happenedAt: 0, strength: initialStrength(importance, 0) }) as StoredMemory

test('[CON6] only old, faded and unimportant memories are archived', () => {
  expect(isArchivable(memory(0.2), policy, 400 * dayMs)).toBe(true)
  expect(isArchivable(memory(0.2), policy, 99 * dayMs)).toBe(false)
  expect(isArchivable(memory(0.8), policy, 400 * dayMs)).toBe(false)
  expect(isArchivable(memory(0.2), { ...policy, maxRetrievability: 0.01 }, 400 * dayMs)).toBe(false)
})
