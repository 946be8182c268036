import { describe, expect, test } from 'vitest'
import { WorldWeaverError } from '#ww/errors.js'
import { useMinds } from '../support/minds.js'
import { longTexts } from './long-texts.js'

describe('a time limit or a cancelling client ends work on long texts', () => {
  const minds = useMinds()

  test.each([
    ['recall', { query: 'and', limit: 100, max_tokens: 200 }],
    ['remember', { text: longTexts['paths and identifiers']!(1) }],
    ['audit_memory', {}],
  ] as const)('[COM8] %s', async (name, input) => {
    const mind = minds.open()
    for (const sort of ['stop words', 'Chinese', 'sentences'])
      await mind.call('remember', { text: longTexts[sort]!(1) })
    const ending = new AbortController()
    const call = mind.call(name, input as never, { signal: ending.signal })
    // It has begun, and has seconds of work before it.
    setImmediate(() => ending.abort(new WorldWeaverError('timeout', 'The request timed out')))
    // What an audit has found until then is answered, if it has begun to look.
    const outcome: object = await call.catch((error: WorldWeaverError) => error)
    const isPartial = name === 'audit_memory' && 'interrupted' in outcome
    expect(outcome).toMatchObject(isPartial ? { interrupted: true } : { code: 'timeout' })
  })
})
