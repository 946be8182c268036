import { expect, test } from 'vitest'
import type { Candidate } from './candidates.js'
import { findConversations } from './scene-shape.js'

type Line = Pick<Candidate, 'speaker' | 'isQuestion'>

const says = (speaker: string | null): Line => ({ speaker, isQuestion: false })
const asks = (speaker: string): Line => ({ speaker, isQuestion: true })

/** Whether these lines, in one scene, are a conversation. */
const isConversation = (lines: readonly Line[]) =>
  findConversations(lines as readonly Candidate[], [lines.map((_, at) => at)])[0]

test('[REC15] two who take turns make a conversation', () => {
  expect(isConversation([says('anna'), says('ben')])).toBe(true)
  expect(isConversation([says('anna'), says('ben'), says('anna'), says(null)])).toBe(true)
  expect(isConversation([asks('anna'), says('ben'), says('clara')])).toBe(true)
})

test('[REC15] one who notes things makes none', () => {
  expect(isConversation([says(null), says(null)])).toBe(false)
  expect(isConversation([says('anna'), says('anna'), says('anna')])).toBe(false)
})

test('[REC15] headings of notes are no speakers', () => {
  expect(isConversation([says('kitchen floor'), says('brewery'), says('summer plans')])).toBe(false)
  expect(isConversation([says('kitchen floor'), says('brewery'), says('brewery'), ...Array(4).fill(says(null))])).toBe(
    false,
  )
})
