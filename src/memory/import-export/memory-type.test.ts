import { expect, test } from 'vitest'
import { kinds } from '../memory.js'
import { fromMemoryType, memoryTypes, toMemoryType } from './memory-type.js'

test('[WSP1] every type comes back from its kind', () => {
  for (const type of memoryTypes) expect(toMemoryType(fromMemoryType(type))).toBe(type)
})

test('[WSP1] every kind has a type; lessons count as procedural', () => {
  for (const kind of kinds) expect(memoryTypes).toContain(toMemoryType(kind))
  expect(toMemoryType('lesson')).toBe('procedural')
})
