import { expect, test } from 'vitest'
import type { StoredMemory } from '../memory.js'
import { dayMs } from '../time.js'
import { isUnused } from './unused.js'

const now = 1_000 * dayMs

const aMemory = (about: Partial<StoredMemory> & { readonly uses?: number }): StoredMemory => {
  const { uses = 1, ...more } = about
  const strength = { stability: 1, difficulty: 5, reviewedAt: 0, uses, recentUses: [], accessedAt: null }
  const told = { id: 'ep-1', kind: 'episode', project: null, session: 'default', source: 'memory', text: 'x' } as const
  const times = { happenedAt: 0, recordedAt: now - 100 * dayMs, validFrom: 0, validTo: null }
  const rest = {
    summary: null,
    facets: {},
    tags: [],
    importance: 0.5,
    state: 'active',
    scene: null,
    version: 1,
    saidAs: null,
    origin: null,
  } as const
  return { ...told, ...times, ...rest, strength, ...more }
}

test('[AUD3] stored for long and never used', () => {
  expect(isUnused(aMemory({}), 90, now)).toBe(true)
  expect(isUnused(aMemory({}), 100, now)).toBe(true)
})

test.each([
  ['it came lately, however long ago it happened', { recordedAt: now - 99 * dayMs }],
  ['it was used', { uses: 2 }],
  ['it was said to matter', { importance: 0.7 }],
  ['consolidation made it', { source: 'consolidation' }],
])('[AUD3] not if %s', (_, about) => {
  expect(isUnused(aMemory(about), 100, now)).toBe(false)
})
