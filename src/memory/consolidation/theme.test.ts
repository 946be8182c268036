import { describe, expect, test } from 'vitest'
import { runWhole } from '../slices.js'
import { findMention } from './mention.js'
import { createThemeNamer } from './theme.js'

const nameOf = (all: readonly string[], cluster: readonly string[]) =>
  runWhole(runWhole(createThemeNamer(all))(cluster))

const login = [
  'Fixed the login timeout on the staging server.',
  'The login timeout came back after the deploy.',
  'Raised the login timeout to thirty seconds.',
]
const garden = [
  'Watered the garden.',
  'The garden needs a new fence.',
  'Planted beans in the garden on the server day.',
]

describe('the name of a theme', () => {
  test('[CON3] names what its memories share and others do not, in the order of the text', () => {
    expect(nameOf([...login, ...garden], login)).toBe('login timeout')
  })

  test('[CON3] memories that share too little have no name', () => {
    expect(nameOf(login, ['One thing.', 'Another matter.', 'Something else entirely.'])).toBeUndefined()
  })
})

describe('findMention', () => {
  test('[CON3] prefers the sentence that says what it is', () => {
    const text = 'We looked at Kestrel today. Kestrel is our invoicing service. Kestrel was slow.'
    expect(findMention('Kestrel', text)).toEqual({ sentence: 'Kestrel is our invoicing service.', isDefinition: true })
  })

  test('[CON3] else the first that names it; nothing when none does', () => {
    expect(findMention('kestrel', 'Hello. We deployed Kestrel.')).toEqual({
      sentence: 'We deployed Kestrel.',
      isDefinition: false,
    })
    expect(findMention('Falcon', 'We deployed Kestrel.')).toBeUndefined()
  })

  test('[COM4] a long sentence is cut between characters and marked', () => {
    const { sentence } = findMention('Ada', `Ada ${'😀'.repeat(400)}`)!
    expect(Array.from(sentence)).toHaveLength(300)
    expect(sentence.isWellFormed()).toBe(true)
    expect(sentence.endsWith('…')).toBe(true)
  })
})
