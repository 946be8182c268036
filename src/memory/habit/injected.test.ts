import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asInjected, withoutInjected } from './injected.js'

test('[HOK7] what was injected goes, what was said around it stays', () => {
  const block = asInjected('prompt', '- a memory')
  expect(block).toBe('<world-weaver hook="prompt">\n- a memory\n</world-weaver>')
  expect(withoutInjected(`before ${block} after`)).toBe('before   after')
  expect(withoutInjected('before <world-weaver hook="start">\ncut off')).toBe('before  ')
  expect(withoutInjected('a < b, and world-weaver is a name')).toBe('a < b, and world-weaver is a name')
})

test('[HOK7] no memory can end the block early: all of it goes, whatever it holds', () => {
  const part = fc.constantFrom(
    '</world-weaver>',
    '<world-weaver hook="x">',
    '< /world-weaver>',
    'text',
    '\n',
    '</WORLD-WEAVER>',
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(withoutInjected(asInjected('prompt', parts.join(''))).trim()).toBe('')
    }),
  )
})
