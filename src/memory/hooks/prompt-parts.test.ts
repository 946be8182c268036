import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrapInjection } from './injected.js'
import { hasNoSubject, partsOf } from './prompt-parts.js'

describe('[HOK2] queries of a prompt', () => {
  test.each([
    'yes',
    'continue',
    'fix the tests',
    'ok, go ahead!',
    'run it again',
    '',
    '   ',
    '👍',
    'what does this function do?',
  ])('[HOK2] nothing: %s', (prompt) => {
    expect(partsOf(prompt)).toEqual([])
  })

  test.each(['yes', 'continue', 'ok, go ahead!', '', '👍'])('[HOK2] no subject at first glance: %s', (prompt) => {
    expect(hasNoSubject(prompt)).toBe(true)
  })

  test.each(['fix the tests', 'the harbor'])('[HOK2] not at first glance, since a word is in no list: %s', (prompt) => {
    expect(hasNoSubject(prompt)).toBe(false)
  })

  test('[HOK2] a prompt without a subject at first glance has no parts', () => {
    const words = [
      'yes',
      'Continue',
      'fix',
      'tests',
      'running',
      'the',
      'harbor',
      'Straße',
      '5433',
      'and',
      '\n',
      ',',
      '!',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words)), (said) => {
        const prompt = said.join(' ')
        if (hasNoSubject(prompt)) expect(partsOf(prompt)).toEqual([])
      }),
    )
  })

  test('[HOK2] the whole prompt and the parts with a subject', () => {
    expect(partsOf('Connect to the staging database and count the customers of Poznan, please')).toEqual([
      { text: 'Connect to the staging database and count the customers of Poznan, please' },
      { text: 'Connect to the staging database' },
      { text: 'count the customers of Poznan' },
    ])
    expect(partsOf('Which port is staging on?')).toEqual([{ text: 'Which port is staging on?' }])
  })

  test('[HOK2] of a pasted page the first parts only', () => {
    const page = Array.from({ length: 400 }, (_, line) => `Harbor ${line} welcomes vessel ${line} at dawn.`).join('\n')
    const parts = partsOf(page)
    expect(parts).toHaveLength(6)
    expect(parts.every(({ text }) => page.includes(text))).toBe(true)
  })

  test('[HOK7] injected text is ignored', () => {
    expect(partsOf(`continue ${wrapInjection('prompt', 'The staging database listens on port 5433')}`)).toEqual([])
  })
})
