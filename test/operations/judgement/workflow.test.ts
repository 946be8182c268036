import { describe, expect, test } from 'vitest'
import { useMinds } from '../../support/minds.js'
import { storedBy } from '../../support/stored-memories.js'
import { talkWith } from '../../support/talking.js'
import { others, tell } from './notes.js'

describe('the workflow', () => {
  const minds = useMinds()
  const pills = 'Dr. Okafor put me on ramipril, 5 mg every morning.'
  const question = 'Which blood pressure pills do I take?'
  const also = ['medication in the morning', 'Dr. Okafor ramipril 5 mg']
  const silent = { ask_clarifications: false }

  test('[REC24] a question takes other wordings', async () => {
    const mind = minds.open()
    await tell(mind, [...others, pills])
    expect((await talkWith(mind).ask(question, silent)).output.memories).toEqual([])
    const { memories } = (await talkWith(mind).ask(question, { ...silent, also })).output
    expect(memories).toMatchObject([{ content: pills, subqueries_matched: [question] }])
    const next = talkWith(mind)
    await next.ask(question, { ...silent, also })
    expect((await next.ask(question, silent)).output.memories).toEqual([])
  })

  test('[REC24] [WFL2] they stay with the question that is asked back, unless the answer brings others', async () => {
    const mind = minds.open()
    await tell(mind, [...others, 'Tom liked the Alpine boot most of all.'])
    const asked = { also: ['Alpine boot, most liked'] }
    for (const [first, second] of [
      [asked, {}],
      [{ also: ['violin'] }, asked],
    ]) {
      const talk = talkWith(mind)
      expect((await talk.ask("What's the best product?", first)).status).toBe('waiting_for_input')
      const { memories } = (await talk.ask('for hiking', second)).output
      expect(memories).toMatchObject([{ content: expect.stringContaining('Alpine boot') }])
    }
  })

  test('[REC25] an answer takes what it answers, and its turn is found by it', async () => {
    const mind = minds.open()
    await tell(mind, others)
    const talk = talkWith(mind)
    await talk.ask('What did the doctor say?', silent)
    const answers = ['Which tablets are mine?']
    const told = { response: 'Ramipril, 5 mg.', answers }
    await talk.tell(told)
    const [turn] = (await mind.call('recall', { query: 'my tablets', limit: 1 })).memories
    expect(turn?.content).toContain('Ramipril, 5 mg.')
    expect(await mind.call('get_memory', { id: turn!.id })).toMatchObject({
      answers: [{ question: answers[0], by: 'caller' }],
    })
    // Told again, with them or without, it is the same episode; with others, its next version.
    await talk.tell(told)
    await talk.tell({ response: told.response })
    const turns = async () =>
      (await storedBy(mind, 'default')).episodes.filter(({ content }) => content.startsWith('User:'))
    expect(await turns()).toHaveLength(1)
    mind.clock.advance(60_000)
    await talk.tell({ ...told, answers: ['What do I swallow in the morning?'] })
    expect(await turns()).toHaveLength(2)
  })
})
