import { describe, expect, test } from 'vitest'
import { type Mind, useMinds } from '../../support/minds.js'
import { storedBy } from '../../support/stored-memories.js'
import { type Talk, talkWith } from '../../support/talking.js'

const minds = useMinds()
const failedCall = JSON.stringify([{ name: 'ship', arguments: {}, error: 'refused' }])

async function teach(mind: Mind, ...sentences: readonly string[]): Promise<Talk> {
  const talk = talkWith(mind)
  for (const sentence of sentences) {
    await talk.ask(sentence)
    await talk.tell({ response: 'I will.' })
    mind.clock.advance(60_000)
  }
  return talk
}

const lessonsOf = async (mind: Mind) => (await storedBy(mind, 'default')).lessons
const hits = async (mind: Mind, question: string) => (await talkWith(mind).ask(question)).output.reasoningbank_hits

describe('what is shown', () => {
  test('[RSB1] a hit has exactly these fields, and leads to the memory it came from', async () => {
    const mind = minds.open()
    await teach(mind, 'Always run the linter before you commit.')
    const { episodes, lessons } = await storedBy(mind, 'default')
    const [hit] = await hits(mind, 'What about the linter before I commit?')
    expect(hit).toEqual({
      id: lessons[0]!.id,
      score: expect.any(Number),
      key_lesson: 'Always run the linter before you commit.',
      context_to_prefer: 'before you commit',
      link_nodes: [episodes[0]!.id],
      outcome: 'success',
      confidence: 0.6667,
    })
    expect(lessons[0]!.facets).toMatchObject({ uses: 0, wins: 0, losses: 0, superseded_by: null })
  })

  test('[RSB4] the floor goes by relevance alone, the score is relevance × confidence', async () => {
    const mind = minds.open()
    await teach(mind, 'Always run the linter before you commit.', 'Never feed the parrot chocolate.')
    const found = await hits(mind, 'Should I run the linter before the commit?')
    expect(found.map(({ key_lesson }) => key_lesson)).toEqual(['Always run the linter before you commit.'])
    expect(found[0]!.score / found[0]!.confidence).toBeGreaterThanOrEqual(0.5)
    expect(found[0]!.score).toBeLessThanOrEqual(found[0]!.confidence)
    expect(await hits(mind, 'When does the ferry to Oslo leave?')).toEqual([])
  })

  test('[RSB4] found by when it applies, and by what it says', async () => {
    const mind = minds.open()
    const talk = talkWith(mind)
    await talk.ask('Ship the catalogue to the printers.')
    const calls = [
      { name: 'ftp', arguments: 'passive', error: 'handshake broken' },
      { name: 'ftp', arguments: 'explicit', result: 'ok' },
    ]
    await talk.tell({ response: 'Shipped.', tool_calls: JSON.stringify(calls) })
    expect(await hits(mind, 'Ship the catalogue to the printers again.')).toHaveLength(1)
    expect(await hits(mind, 'How was the broken ftp handshake solved?')).toHaveLength(1)
  })

  test('[RSB4] of a failed skill: found by its task, and not by a word of its error message', async () => {
    const mind = minds.open()
    const { id } = await mind.call('create_skill', {
      trajectory: [{ action: 'Push the image', tool: 'run_command', parameters: { command: 'docker push' } }],
      outcome_score: 1,
      domain: 'devops',
      name: 'Publish the billing service',
      trigger_pattern: 'publish the billing service to customers',
    })
    await mind.call('execute_skill', { procedure_id: id!, success: false, error: 'registry of parrots unreachable' })
    const found = await hits(mind, 'How do I publish the billing service?')
    expect(found.map(({ outcome }) => outcome)).toEqual(['failure'])
    expect(found[0]!.key_lesson).toContain('registry of parrots unreachable')
    for (const question of ['Who feeds the parrots?', 'Where is the registry kept?']) {
      expect(await hits(mind, question), question).toEqual([])
    }
  })

  test('[RSB2] the same success in two conversations teaches, and one corrected in between does not', async () => {
    const mind = minds.open()
    const calls = (order: number) => [
      { name: 'find_order', arguments: { order }, result: 'found' },
      { name: 'refund', arguments: { order }, result: 'done' },
    ]
    for (const order of [7, 9, 11]) {
      const talk = talkWith(mind)
      await talk.ask(`Refund the order ${order} of the customer`)
      await talk.tell({ response: `Order ${order} is refunded.`, tool_calls: JSON.stringify(calls(order)) })
      mind.clock.advance(60_000)
    }
    const { episodes, lessons } = await storedBy(mind, 'default')
    expect(lessons.map(({ facets }) => facets.key_lesson)).toEqual(['Worked again: find_order, then refund'])
    expect(episodes).toHaveLength(3)
    const [hit] = await hits(mind, 'Refund the order 12 of the customer')
    expect([...hit!.link_nodes].sort()).toEqual(episodes.map(({ id }) => id).sort())

    const other = minds.open()
    for (const order of [7, 9]) {
      const talk = talkWith(other)
      await talk.ask(`Refund the order ${order} of the customer`)
      await talk.tell({ response: `Order ${order} is refunded.`, tool_calls: JSON.stringify(calls(order)) })
      if (order === 7) await talk.ask("That's wrong, I meant order 8", { ask_clarifications: false })
    }
    const learnt = (await lessonsOf(other)).map(({ facets }) => String(facets.key_lesson))
    expect(learnt.filter((lesson) => lesson.startsWith('Worked again'))).toEqual([])
  })

  test('[RSB2] a courtesy corrects nothing', async () => {
    const mind = minds.open()
    const talk = talkWith(mind)
    await talk.ask('Which port does staging use?')
    await talk.tell({ response: 'It is 8080.' })
    await talk.ask('No, I have no other questions', { ask_clarifications: false })
    expect(await lessonsOf(mind)).toEqual([])
  })

  test('[COM3] a lesson is of the session that it was learnt in', async () => {
    const mind = minds.open()
    const own = talkWith(mind, { session_id: 'own' })
    await own.ask('Always run the linter before you commit.')
    await own.tell()
    const question = 'Should I run the linter before the commit?'
    expect((await own.ask(question)).output.reasoningbank_hits).toHaveLength(1)
    expect((await talkWith(mind, { session_id: 'other' }).ask(question)).output.reasoningbank_hits).toEqual([])
  })
})

describe('what a lesson is worth', () => {
  const question = 'Should I restart the server before I deploy?'

  test('[RSB3] a wrong lesson loses confidence with every tool error, and disappears below 0.35', async () => {
    const mind = minds.open()
    await teach(mind, 'Always restart the server before you deploy.')
    const seen: number[] = []
    for (let turn = 1; turn <= 3; turn++) {
      const talk = talkWith(mind)
      const { output } = await talk.ask(question)
      seen.push(output.reasoningbank_hits[0]!.confidence)
      await talk.tell({ tool_calls: failedCall })
    }
    expect(seen).toEqual([0.6667, 0.5, 0.4])
    expect(await hits(mind, question)).toEqual([])
    const [lesson] = await lessonsOf(mind)
    expect(lesson!.facets).toMatchObject({ uses: 3, wins: 0, losses: 3, confidence: 2 / 6, superseded_by: null })
  })

  test('[RSB3] corrected next is a loss, gone on without a correction is a win, unanswered is neither', async () => {
    const mind = minds.open()
    await teach(mind, 'Always restart the server before you deploy.')
    const record = async () => (await lessonsOf(mind)).find(({ tags }) => tags[1] === 'instruction')!.facets
    const talk = talkWith(mind)
    await talk.ask(question)
    await talk.ask(question)
    expect(await record()).toMatchObject({ wins: 0, losses: 0 })
    await talk.tell({ response: 'Restart it.' })
    expect(await record()).toMatchObject({ wins: 0, losses: 0 })
    await talk.ask(question)
    expect(await record()).toMatchObject({ wins: 1, losses: 0, uses: 1, confidence: 3 / 4 })
    await talk.tell({ response: 'Restart it.' })
    await talk.ask('No, that broke the server.')
    expect(await record()).toMatchObject({ wins: 1, losses: 1, uses: 2, confidence: 3 / 5 })
  })

  test('[RSB3] a turn is judged by what comes next, once, also when that was cancelled', async () => {
    const mind = minds.open()
    await teach(mind, 'Always restart the server before you deploy.')
    const talk = talkWith(mind)
    await talk.ask(question)
    await talk.tell({ response: 'Restart it.' })
    const { workflowId, status } = await talk.ask('What is the best product?')
    expect(status).toBe('waiting_for_input')
    await mind.workflow.cancel(workflowId)
    await talk.ask('No, it is another server.', { ask_clarifications: false })
    const lessons = await lessonsOf(mind)
    expect(lessons.map(({ tags }) => tags[1])).toEqual(['instruction'])
    expect(lessons[0]!.facets).toMatchObject({ wins: 1, losses: 0, uses: 1 })
  })

  test('[RSB3] a tool error counts once, also when the answer is told again or corrected besides', async () => {
    const mind = minds.open()
    await teach(mind, 'Always restart the server before you deploy.')
    const talk = talkWith(mind)
    await talk.ask(question)
    await talk.tell({ response: 'Restart it.' })
    await talk.tell({ response: 'Restart it.', tool_calls: failedCall })
    await talk.tell({ response: 'Restart it!', tool_calls: failedCall })
    await talk.ask('Thanks, and which server is it?', { ask_clarifications: false })
    const lesson = (await lessonsOf(mind)).find(({ tags }) => tags[1] === 'instruction')
    expect(lesson!.facets).toMatchObject({ wins: 0, losses: 1 })
  })
})

describe('lessons meet', () => {
  test('[RSB3] a near-duplicate joins: more confidence, both grounds, no second lesson', async () => {
    const mind = minds.open()
    await teach(mind, 'Always run the linter before you commit.')
    await teach(mind, 'Please, always run the linter before you commit!')
    const { lessons, episodes } = await storedBy(mind, 'default')
    expect(lessons).toHaveLength(1)
    expect(lessons[0]!.facets).toMatchObject({ confidence: 3 / 4, uses: 0 })
    expect([...lessons[0]!.derived_from].sort()).toEqual(episodes.map(({ id }) => id).sort())
    expect([...lessons[0]!.facets.learnt_from].sort()).toEqual(episodes.map(({ facets }) => facets.message_id).sort())
  })

  test.each([
    ['the opposite demand', 'Always rebase before you merge.', 'Never rebase before you merge.'],
    ['another value', 'Always use port 8080 for staging.', 'Always use port 8081 for staging.'],
  ])('[RSB3] %s supersedes', async (_, before, after) => {
    const mind = minds.open()
    await teach(mind, before, after)
    const lessons = await lessonsOf(mind)
    const [old, young] = [before, after].map((text) => lessons.find(({ facets }) => facets.key_lesson === text)!)
    expect(lessons).toHaveLength(2)
    expect(old!.facets.superseded_by).toBe(young!.id)
    expect(old!.valid_to).not.toBeNull()
    expect(young).toMatchObject({ valid_to: null, facets: { superseded_by: null } })
    const shown = await hits(mind, after)
    expect(shown.map(({ id }) => id)).toEqual([young!.id])
  })

  test.each([
    [['Always run the linter before you commit.', 'Always run the tests before you commit.']],
    [['When you test server 1, always use port 8080.', 'When you test server 2, always use port 8081.']],
  ])('[RSB3] two that are only alike stay two: %j', async (sentences) => {
    const mind = minds.open()
    await teach(mind, ...sentences)
    expect((await lessonsOf(mind)).map(({ facets }) => facets.superseded_by)).toEqual([null, null])
  })
})

describe('told again', () => {
  test('[RSB2] the same answer teaches nothing new', async () => {
    const mind = minds.open()
    const talk = await teach(mind, 'Always run the linter before you commit.')
    const [before] = await lessonsOf(mind)
    await talk.tell({ response: 'I will.' })
    expect(await lessonsOf(mind)).toEqual([before])
    // Told otherwise: what it came from has a new version, which is to be reviewed; it is no second reason.
    await talk.tell({ response: 'Certainly I will.' })
    const { confidence, learnt_from, wins } = before!.facets
    expect(await lessonsOf(mind)).toMatchObject([{ id: before!.id, facets: { confidence, learnt_from, wins } }])
  })

  test('[RSB2] [RSB3] what was superseded meanwhile does not come back', async () => {
    const mind = minds.open()
    const first = await teach(mind, 'Always rebase before you merge.')
    await teach(mind, 'Never rebase before you merge.')
    await first.tell({ response: 'I will, again.' })
    const current = (await lessonsOf(mind)).filter(({ valid_to }) => valid_to === null)
    expect(current.map(({ facets }) => facets.key_lesson)).toEqual(['Never rebase before you merge.'])
  })

  test('[RSB2] what only the later answer shows is learnt then', async () => {
    const mind = minds.open()
    const talk = talkWith(mind)
    await talk.ask('Ship the catalogue.')
    await talk.tell({ response: 'Shipped.' })
    expect(await lessonsOf(mind)).toEqual([])
    const calls = [
      { name: 'ftp', arguments: 'a', error: 'broken' },
      { name: 'ftp', arguments: 'b', result: 'ok' },
    ]
    await talk.tell({ response: 'Shipped.', tool_calls: JSON.stringify(calls) })
    expect(await lessonsOf(mind)).toHaveLength(1)
  })
})
