import fc from 'fast-check'
import { expect, test } from 'vitest'
import { widthOf, wrap } from './wrap.js'

const prose = fc
  .array(
    fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('服务器的端口', 'ポート', '👩‍👩‍👧', '🚀', 'naïve', '\n')),
    { maxLength: 30 },
  )
  .map((words) => words.join(' '))
const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')

test('no line is wider than the columns', () => {
  fc.assert(
    fc.property(prose, fc.integer({ min: 2, max: 80 }), (text, columns) => {
      for (const line of wrap(text, columns)) expect(widthOf(line)).toBeLessThanOrEqual(columns)
    }),
  )
})

test('nothing is lost but space at the breaks', () => {
  fc.assert(
    fc.property(prose, fc.integer({ min: 2, max: 80 }), (text, columns) => {
      expect(withoutSpace(wrap(text, columns).join('\n'))).toBe(withoutSpace(text))
    }),
  )
})

test('words stay whole where they fit', () => {
  expect(wrap('The staging database moved to port 5433.', 16)).toEqual([
    'The staging',
    'database moved',
    'to port 5433.',
  ])
})

test('what is drawn twice as wide counts twice', () => {
  expect(widthOf('端口')).toBe(4)
  expect(widthOf('👩‍👩‍👧')).toBe(2)
  expect(widthOf('naïve')).toBe(5)
})
