import { describe, expect, test } from 'vitest'
import type { ForeignMemory, ForeignReader } from './foreign-memory.js'
import { readTurns } from './spoken-turns.js'

const turn = (speaker: string, text: string, scene = 's1'): ForeignMemory => ({
  line: 1,
  key: ['x', text],
  kind: 'episode',
  text,
  happenedAt: null,
  scene,
  context: { speaker },
})

function readAll(...records: readonly ForeignMemory[]) {
  const copying: ForeignReader = { read: () => records, end: () => [] }
  const file = { name: 'f', modifiedAt: '2026-01-05T00:00:00Z' }
  const read = readTurns(() => copying)(file).read({ line: 1, text: '' })
  return read.map((each) => ('problem' in each ? each : { text: each.text, ...each.context }))
}

describe('[HOK27] an import reads a conversation', () => {
  test('[HOK27] turns that say nothing are left out', () => {
    const empty = [
      turn('user', 'continue'),
      turn('user', 'yes please'),
      turn('assistant', "I'll look at the webhook handler first."),
      turn('assistant', 'Done. All tests pass. Let me know if you need anything else!'),
    ]
    expect(readAll(...empty)).toEqual([])
  })

  test('[HOK27] short turns that say something are not', () => {
    const short = [turn('user', '2'), turn('user', 'use 8090'), turn('assistant', 'Jenkins has 8080.')]
    expect(readAll(...short)).toHaveLength(3)
    expect(readAll(turn('assistant', 'Sure:\n```sh\nls\n```'))).toHaveLength(1)
  })

  test('[HOK27] an answer carries the question that it answers, of its own conversation', () => {
    const asked = 'Why does the queue stall?'
    expect(
      readAll(
        turn('user', asked),
        turn('assistant', "I'll look."),
        turn('assistant', 'The pool is empty.'),
        turn('user', 'continue'),
        turn('assistant', 'It has 5 connections.'),
        turn('assistant', 'Something else entirely.', 's2'),
      ),
    ).toEqual([
      { text: asked, speaker: 'user' },
      { text: 'The pool is empty.', speaker: 'assistant', asked },
      { text: 'It has 5 connections.', speaker: 'assistant', asked },
      { text: 'Something else entirely.', speaker: 'assistant' },
    ])
  })

  test('[HOK27] a secret in a long question is masked before it is cut', () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
    const question = `${'Why does the billing service stall? '.repeat(8)}${secret} and so on`
    const [, answer] = readAll(turn('user', question), turn('assistant', 'The pool is empty.'))
    expect(JSON.stringify(answer)).not.toContain('a1B2')
  })

  test('[HOK27] the mistakes of an agent with its own tools are left out, other failures are not', () => {
    expect(readAll(turn('tool', 'Edit `a.ts` failed: File has not been read yet. Read it first.'))).toEqual([])
    expect(readAll(turn('tool', 'Bash `npm test` failed: Error: pool is empty'))).toHaveLength(1)
  })
})
