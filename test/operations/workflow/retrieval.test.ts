import { describe, expect, test } from 'vitest'
import { linkedTo } from '#ww/memory/semantic/links.js'
import { dayMs } from '#ww/memory/time.js'
import { newEdge } from '#ww/operations/writing/edges.js'
import { contentsOf, useMinds } from '../../support/minds.js'
import { talkWith } from '../../support/talking.js'

const minds = useMinds()

describe('a retrieved memory', () => {
  test('[WPL5] has exactly these fields', async () => {
    const mind = minds.open()
    const text = 'The staging database moved to port 5433.'
    const { id } = await mind.call('remember', { text, tags: ['infra', 'db'] })
    const { output } = await talkWith(mind).ask('Which port does the staging database use?')
    expect(output).toEqual({
      memories: [
        {
          id,
          content: text,
          type: 'episode',
          score: expect.any(Number),
          tags: ['infra', 'db'],
          created_at: '2026-01-05T09:00:00Z',
          updated_at: '2026-01-05T09:00:00Z',
          session_id: 'default',
          subqueries_matched: ['Which port does the staging database use?'],
          relations: [],
        },
      ],
      reasoningbank_hits: [],
    })
  })

  test('[WPL5] is above the floor, and memories of every kind but lessons are there', async () => {
    const mind = minds.open()
    await mind.call('remember', { text: 'The lighthouse keeper is called Osric.', kind: 'note' })
    await mind.call('create_entity', { name: 'Osric', entity_type: 'PERSON', summary: 'Osric keeps the lighthouse.' })
    await mind.call('remember', { text: 'Osric the lighthouse keeper likes tea.', kind: 'lesson' })
    await mind.call('remember', { text: 'Invoices are due after thirty days.' })
    const { output } = await talkWith(mind).ask('Who is the lighthouse keeper called Osric?')
    expect(output.memories.map(({ type }) => type).sort()).toEqual(['entity', 'note'])
    for (const { score } of output.memories) expect(score).toBeGreaterThanOrEqual(0.5)
    expect(output.reasoningbank_hits).toMatchObject([{ key_lesson: 'Osric the lighthouse keeper likes tea.' }])
    expect((await talkWith(mind).ask('What does the submarine weigh?')).output).toEqual({
      memories: [],
      reasoningbank_hits: [],
    })
  })

  test('[WPL5] names every sub-query it matches, and comes a little earlier for each further one', async () => {
    const mind = minds.open()
    const texts = [
      'Ines painted the boat in May.',
      'Ines painted the boat and Omar sold the boat.',
      'Omar sold the boat in June.',
      'Omar sold the old car.',
      'Ines painted a portrait.',
    ]
    for (const text of texts) {
      await mind.call('remember', { text })
      // Told on days of their own: in one scene each would match by what was said before it.
      mind.clock.advance(dayMs)
    }
    const { output } = await talkWith(mind).ask('Who painted the boat, and who sold the boat?')
    const { memories } = output
    expect(memories.length).toBeGreaterThanOrEqual(3)
    expect(new Set(memories.map(({ subqueries_matched }) => subqueries_matched.length)).size).toBeGreaterThan(1)
    const ranks = memories.map(({ score, subqueries_matched }) => score + 0.02 * (subqueries_matched.length - 1))
    // Scores are rounded to four places on the way out.
    for (const [at, rank] of ranks.slice(1).entries()) expect(rank).toBeLessThanOrEqual(ranks[at]! + 1e-4)
    const both = memories.find(({ content }) => content.includes('and Omar'))
    expect(both!.subqueries_matched.length).toBeGreaterThan(1)
  })

  test('[WPL5] links of the best bring further memories, which are to the point themselves', async () => {
    const mind = minds.open()
    const ids: string[] = []
    for (let at = 0; at < 30; at++) {
      const text = `The ferry to Oslo${' was late'.repeat(at % 3)} on trip number ${at}.`
      ids.push((await mind.call('remember', { text })).id)
    }
    mind.clock.advance(30 * dayMs)
    const off = (await mind.call('remember', { text: 'Parrots dislike chocolate.' })).id
    const question = 'When was the ferry to Oslo late?'
    const before = (await talkWith(mind).ask(question)).output.memories
    expect(before).toHaveLength(20)
    const [best] = before
    const missing = ids.filter((id) => !before.some((memory) => memory.id === id))
    const now = mind.clock.now()
    const links = [missing[0]!, off].map((target) => newEdge(linkedTo, best!.id, target, 0.5, now))
    await minds.openStore(mind.dataDir).commit({ at: now, connect: links })
    const after = (await talkWith(mind).ask(question)).output.memories
    expect(after.map(({ id }) => id)).toEqual([...before.map(({ id }) => id), missing[0]])
    expect(after.at(-1)!.score).toBeGreaterThanOrEqual(0.5)
    expect(after.at(-1)!.score).toBeLessThanOrEqual(before.at(-1)!.score)
    expect(after[0]!.relations.map(({ target_id }) => target_id).sort()).toEqual([missing[0], off].sort())
  })
})

describe('time hints', () => {
  test('[WPL3] boost what happened then, and hide nothing', async () => {
    const mind = minds.open()
    const told = async (text: string, at: string) => {
      mind.clock.set(Date.parse(at))
      await mind.call('remember', { text })
    }
    await told('The gardener pruned the apple trees.', '2025-03-10T10:00:00Z')
    await told('The gardener pruned the pear trees.', '2025-05-12T10:00:00Z')
    mind.clock.set(Date.parse('2025-06-01T10:00:00Z'))
    const asked = async (question: string) => contentsOf((await talkWith(mind).ask(question)).output.memories)
    expect((await asked('What did the gardener prune in May 2025?'))[0]).toContain('pear')
    expect((await asked('What did the gardener prune in March 2025?'))[0]).toContain('apple')
    expect(await asked('What did the gardener prune in March 2025?')).toHaveLength(2)
  })

  test('[WPL3] a part of the question is asked of the date that the whole names', async () => {
    const mind = minds.open()
    mind.clock.advance(-200 * dayMs)
    const { events } = await talkWith(mind).ask('In May 2025, who pruned the trees and who paid the gardener?')
    const store = minds.openStore(mind.dataDir)
    const { run } = (await store.workflows.conversation(events[0]!.workflowId))!
    expect(run.subqueries.length).toBeGreaterThan(1)
    for (const { timeHints, lexicalWeight, denseWeight } of run.subqueries) {
      expect(timeHints.map(({ from }) => new Date(from).toISOString().slice(0, 7))).toEqual(['2025-05'])
      expect(lexicalWeight + denseWeight).toBeCloseTo(1)
    }
  })
})
