import { describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()

const replace = { mode: 'replace', confirm: 'RESTORE_REPLACE' }
const badLines = '{}\n'.repeat(5_000)
const goodLines = Array.from({ length: 1_000 }, (_, number) => `{"content": "Number ${number}."}`).join('\n')

const calls = [
  ['gwt_import_memory', 'bad', { jsonl: badLines }],
  ['gwt_restore_memory', 'bad', { jsonl: badLines, ...replace }],
  ['gwt_restore_memory', 'good', { jsonl: goodLines, ...replace }],
] as const

/** Its caller gives it up as soon as it has begun. */
function callAndGiveUp(mind: Mind, name: string, input: object): Promise<unknown> {
  const caller = new AbortController()
  const operation = operations.find((each) => each.name === name)!
  const running = mind.invoke(operation, input, { signal: caller.signal })
  setImmediate(() => caller.abort())
  return running
}

describe.each(calls)('%s of many %s lines', (name, _quality, input) => {
  test('[COM8] ends when its caller gives it up, and nothing is half done', async () => {
    const mind = minds.open()
    await mind.warmUp()
    await expect(callAndGiveUp(mind, name, input)).rejects.toMatchObject({ code: 'timeout' })
    expect(await mind.call('memory_stats', {})).toMatchObject({ collections: { episodes: 0, entities: 0 } })
  })
})

test('[GWT15] a replace of thousands of bad lines tells the first of them, and how many there are', async () => {
  const answer = await minds.open().call('gwt_restore_memory', { jsonl: badLines, ...replace } as never)
  expect(answer).toMatchObject({ error_count: 5_000 })
  expect(answer).toHaveProperty('errors.length', 1_000)
})
