import { describe, expect, test } from 'vitest'
import { type Mind, useMinds } from '../../support/minds.js'
import { storedBy } from '../../support/stored-memories.js'
import { talkWith } from '../../support/talking.js'
import { type Script, scripts } from './forty-conversations.js'

const minds = useMinds()

/** Plays a conversation to its end; the message id of each turn. */
async function play({ turns }: Script, mind: Mind, session_id: string): Promise<string[]> {
  const talk = talkWith(mind, { session_id })
  const messages: string[] = []
  for (const { user, answer, tools } of turns) {
    messages.push((await talk.ask(user, { ask_clarifications: false })).messageId)
    if (answer !== null) await talk.tell({ response: answer, ...(tools === undefined ? {} : { tool_calls: tools }) })
    mind.clock.advance(60_000)
  }
  return messages
}

describe('[RSB2] forty conversations', () => {
  const mind = minds.open()

  test('there are forty, of every kind', () => {
    expect(scripts).toHaveLength(40)
    const kinds = new Set(scripts.flatMap(({ teaches }) => teaches.map(({ kind }) => kind)))
    expect(kinds.size).toBe(4)
    expect(scripts.filter(({ teaches }) => teaches.length === 0).length).toBeGreaterThanOrEqual(10)
  })

  test.each(scripts.map((script, at) => [script.name, script, `talk-${at}`] as const))(
    '[RSB1] [RSB2] %s: every lesson traces to its signal, and there is no other',
    async (_, script, session) => {
      const messages = await play(script, mind, session)
      const { lessons, episodes } = await storedBy(mind, session)
      const learnt = lessons.map(({ facets, tags, derived_from }) => ({
        kind: tags[1],
        learnt_from: [...facets.learnt_from].sort(),
        derived_from: [...derived_from].sort(),
        key_lesson: facets.key_lesson,
      }))
      const expected = script.teaches.map(({ kind, says, from }) => {
        const ids = from.map((turn) => messages[turn - 1]!)
        const grounds = episodes.filter(({ facets }) => ids.includes(facets.message_id))
        expect(grounds).toHaveLength(ids.length)
        return {
          kind,
          learnt_from: [...ids].sort(),
          derived_from: grounds.map(({ id }) => id).sort(),
          key_lesson: expect.stringContaining(says),
        }
      })
      expect(learnt).toHaveLength(expected.length)
      expect(learnt).toEqual(expect.arrayContaining(expected))
    },
  )
})
