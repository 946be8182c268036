import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseId } from '../../memory/ids.js'
import { kinds } from '../../memory/memory.js'
import { createUuidIds } from './uuid-ids.js'

describe('[COM1] UUIDv7 ids', () => {
  test('[COM1] are a prefix and a UUIDv7 that carries the time', () => {
    const id = createUuidIds().next('episode', 0x0195d3a07c1b)
    expect(id).toMatch(/^ep-0195d3a0-7c1b-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test.each(kinds)('[COM1] of an %s is read back as one', (kind) => {
    const id = createUuidIds().next(kind, 1)
    expect(parseId(id, kind)).toBe(id)
  })

  test('[COM1] increase within one millisecond, past the counter', () => {
    const ids = createUuidIds()
    const made = Array.from({ length: 20_000 }, () => ids.next('note', 1_700_000_000_000))
    expect(made).toEqual([...new Set(made)].sort())
  })

  test('[COM1] increase when the clock steps back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 40), { minLength: 2, maxLength: 50 }), (times) => {
        const ids = createUuidIds()
        const made = times.map((now) => ids.next('note', now))
        expect(made).toEqual([...new Set(made)].sort())
      }),
    )
  })
})
