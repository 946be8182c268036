import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asInjected } from './injected.js'
import { partsOf } from './prompt-parts.js'
import { saysNothing } from './says-nothing.js'

describe('[HOK2] what a prompt asks of memory', () => {
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

  test.each(['yes', 'continue', 'ok, go ahead!', '', '👍'])('[HOK2] at a look: %s', (prompt) => {
    expect(saysNothing(prompt)).toBe(true)
  })

  test.each(['fix the tests', 'the harbor'])(
    '[HOK2] not at a look, since no list spells a word of it so: %s',
    (prompt) => {
      expect(saysNothing(prompt)).toBe(false)
    },
  )

  test('[HOK2] whatever says nothing at a look has no parts', () => {
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
        if (saysNothing(prompt)) expect(partsOf(prompt)).toEqual([])
      }),
    )
  })

  test('[HOK2] the whole, and the parts that say something themselves', () => {
    expect(partsOf('Connect to the staging database and count the customers of Poznan, please')).toEqual([
      { text: 'Connect to the staging database and count the customers of Poznan, please', isPart: false },
      { text: 'Connect to the staging database', isPart: true },
      { text: 'count the customers of Poznan', isPart: true },
    ])
    expect(partsOf('Which port is staging on?')).toEqual([{ text: 'Which port is staging on?', isPart: false }])
  })

  test('[HOK2] of a pasted page the first parts only', () => {
    const page = Array.from({ length: 400 }, (_, line) => `Harbor ${line} welcomes vessel ${line} at dawn.`).join('\n')
    const parts = partsOf(page)
    expect(parts).toHaveLength(6)
    expect(parts.every(({ isPart }) => isPart)).toBe(true)
  })

  test('[HOK7] not what a hook said', () => {
    expect(partsOf(`continue ${asInjected('prompt', 'The staging database listens on port 5433')}`)).toEqual([])
  })
})
