import { describe, expect, test } from 'vitest'
import { afterNote, endsWork } from './asked-note.js'
import type { SessionEvent } from './session-event.js'

const says = (from: 'user' | 'agent', text: string, at = 0): SessionEvent => ({ from, text, at })
const uses = (tool: string, at = 0, failed = false): SessionEvent => ({
  from: 'tool',
  at,
  call: { tool, input: { file_path: 'src/a.ts' }, output: '', failed },
})

describe('[HOK26] the agent is asked where a piece of work ends', () => {
  test('[HOK26] after a turn that changed files', () => {
    expect(endsWork([says('user', 'Mend it'), uses('Edit'), says('agent', 'Done.')])).toBe(true)
    expect(endsWork([says('user', 'Mend it'), uses('Edit', 0, true)])).toBe(false)
    expect(endsWork([says('user', 'Where is it?'), uses('Read'), says('agent', 'Here.')])).toBe(false)
    expect(endsWork([says('user', 'Mend it'), uses('Edit'), says('user', 'Thanks'), says('agent', 'Bye.')])).toBe(false)
  })

  test('[HOK26] not if it has noted something itself', () => {
    const noted = uses('mcp__world-weaver__remember')
    expect(endsWork([says('user', 'Mend it'), uses('Edit'), noted])).toBe(false)
  })
})

describe('[HOK26] what the agent noted when asked is not kept a second time', () => {
  const [before, after] = [says('agent', 'The pool was too small.', 10), says('agent', 'The index was missing.', 40)]

  test('[HOK26] what came after its note is', () => {
    const noted = uses('mcp__world-weaver__remember', 30)
    expect(afterNote([before, noted, after], 20)).toEqual([after])
  })

  test('[HOK26] a note from before it was asked, or a failed one, is none', () => {
    expect(afterNote([before, uses('mcp__world-weaver__remember', 15), after], 20)).toHaveLength(3)
    expect(afterNote([before, uses('mcp__world-weaver__remember', 30, true), after], 20)).toHaveLength(3)
    expect(afterNote([before, uses('mcp__world-weaver__remember', 30), after], null)).toHaveLength(3)
  })
})
