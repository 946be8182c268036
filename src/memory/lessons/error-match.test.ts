import { describe, expect, test } from 'vitest'
import { matchesErrorAlone, quotedError } from './error-match.js'

describe('[RSB4] a word of an error message', () => {
  const error = 'relation "users" does not exist in the registry'
  const text = `Deploy the billing service\nStep 2 (Run the migrations) failed: ${error}`

  test.each([
    ['Who keeps the registry?', true],
    ['Which users are new?', true],
    ['Does the relation of Ann and Bob last?', true],
    ['How do I deploy the billing service?', false],
    ['Which users can run migrations?', false],
    ['What about the ferry?', false],
    ['Why does the relation users not exist?', false],
  ])('[RSB4] alone is no match: %s', (question, isAlone) => {
    expect(matchesErrorAlone(question, text, error)).toBe(isAlone)
  })

  test('[RSB4] is known of a failed skill and of a tool', () => {
    expect(quotedError({ reported: { error } })).toBe(error)
    expect(quotedError({ error })).toBe(error)
    expect(quotedError({ reported: { context: 'at night' } })).toBeUndefined()
    expect(quotedError({ key_lesson: 'x' })).toBeUndefined()
  })
})
