import { expect, test } from 'vitest'
import { hasSameContent } from './same-content.js'

const told = { text: 'The café opens at 9.', source: 'memory', tags: ['a', 'b'] }

test.each([
  ['blanks', { text: '  The café\n\topens  at 9.\u00a0' }],
  ['how accents are written', { text: 'The cafe\u0301 opens at 9.' }],
  ['the order of tags', { tags: ['b', 'a', 'b'] }],
])('[GWT14] %s make no difference', (_, other) => {
  expect(hasSameContent(told, { ...told, ...other })).toBe(true)
})

test.each([
  ['case', { text: 'The Café opens at 9.' }],
  ['punctuation', { text: 'The café opens at 9' }],
  ['blanks within words', { text: 'The ca fé opens at 9.' }],
  ['compatibility forms', { text: 'The café opens at ⑨.' }],
  ['the source', { source: 'hook' }],
  ['a tag', { tags: ['a'] }],
  ['tags that only look alike', { tags: ['a,b'] }],
])('[GWT14] %s make a difference', (_, other) => {
  expect(hasSameContent(told, { ...told, ...other })).toBe(false)
})
