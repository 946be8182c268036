import { describe, expect, test } from 'vitest'
import { useMinds } from '../../support/minds.js'
import { storedBy } from '../../support/stored-memories.js'
import { talkWith } from '../../support/talking.js'

const minds = useMinds()

describe('a turn is an episode', () => {
  test('[RSB5] with what was asked, asked back, answered and used, linked to what was shown', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: 'The best product for hiking is the Alpine boot.' })
    const talk = talkWith(mind)
    await talk.ask("What's the best product?")
    const { messageId, workflowId, output } = await talk.ask('for hiking')
    expect(output.memories.map((memory) => memory.id)).toEqual([id])
    const tool_calls = '[{"name":"search","result":"ok"}]'
    await talk.tell({ response: 'The Alpine boot.', reasoning: 'Memory says so.', tool_calls })
    const { episodes } = await mind.call('recall_episodes', { query: 'the best product for hiking' })
    const turn = episodes.find(({ content }) => content.startsWith('User:'))!
    expect(turn.content).toBe(
      [
        "User: What's the best product?",
        'Assistant: By what should I judge "best product", and for which purpose, place or time?',
        'User: for hiking',
        'Assistant: The Alpine boot.',
      ].join('\n'),
    )
    expect(await mind.call('get_memory', { id: turn.id })).toMatchObject({
      facets: { message_id: messageId, workflow_id: workflowId, reasoning: 'Memory says so.', tool_calls },
    })
    const stored = (await storedBy(mind, 'default')).episodes.find((each) => each.id === turn.id)
    expect(stored!.linked_ids).toEqual([id])
  })

  test('[RSB5] the same answer again is the same episode; another one its next version', async () => {
    const mind = minds.open()
    const talk = talkWith(mind)
    const { messageId } = await talk.ask('Which port does staging use?')
    await talk.tell({ response: 'Port 8080.' })
    await talk.tell({ response: 'Port 8080.' })
    expect((await storedBy(mind, 'default')).episodes).toHaveLength(1)
    mind.clock.advance(60_000)
    await talk.tell({ response: 'Port 8081.' })
    const { episodes } = await storedBy(mind, 'default')
    expect(episodes.map(({ facets }) => facets.message_id)).toEqual([messageId, messageId])
    const [old, young] = [...episodes].sort((a, b) => Number(a.valid_to === null) - Number(b.valid_to === null))
    expect(old).toMatchObject({ content: expect.stringContaining('Port 8080.'), valid_to: expect.any(String) })
    expect(young).toMatchObject({ content: expect.stringContaining('Port 8081.'), valid_to: null, version_of: old!.id })
    const found = await mind.call('recall_episodes', { query: 'port of staging' })
    expect(found.episodes.map(({ id }) => id)).toEqual([young!.id])
  })

  test('[RSB5] of answers that come at once one is the episode: the one that the turn has', async () => {
    const mind = minds.open()
    const talk = talkWith(mind)
    const { workflowId, messageId } = await talk.ask('Which port does staging use?')
    const others = [1, 2, 3].map(() => minds.open({ dataDir: mind.dataDir }))
    // Open before the answers, so that these meet.
    for (const other of others) await other.workflow.cancel(workflowId)
    const ids = { workflow_id: workflowId, message_id: messageId }
    await Promise.all(others.map((other, at) => other.workflow.answer({ ...ids, response: `Port 808${at}.` })))
    const current = (await storedBy(mind, 'default')).episodes.filter(({ valid_to }) => valid_to === null)
    expect(current).toHaveLength(1)
    const { turn } = await minds.openStore(mind.dataDir).workflows.answered(workflowId, messageId)
    expect(current[0]!.content).toContain(turn!.answer!.response)
  })

  test('[RSB5] other tools alone are another version, too', async () => {
    const mind = minds.open()
    const talk = talkWith(mind)
    await talk.ask('Ship the catalogue.')
    await talk.tell({ response: 'Shipped.' })
    await talk.tell({ response: 'Shipped.', tool_calls: '[{"name":"ftp"}]' })
    const current = (await storedBy(mind, 'default')).episodes.filter(({ valid_to }) => valid_to === null)
    expect(current.map(({ facets }) => facets.tool_calls)).toEqual(['[{"name":"ftp"}]'])
  })

  test('[RSB5] nothing is remembered of a turn that nobody answered', async () => {
    const mind = minds.open()
    await talkWith(mind).ask('Which port does staging use?')
    expect((await storedBy(mind, 'default')).episodes).toEqual([])
  })
})

describe('[RSB6] the summary', () => {
  test('[RSB6] what only an older turn named explains a reference', async () => {
    const mind = minds.open()
    const talk = talkWith(mind)
    await talk.ask('What is the Atomium?')
    await talk.tell({ response: 'Yes.' })
    for (let turn = 0; turn < 5; turn++) {
      await talk.ask('Thanks!')
      await talk.tell({ response: 'Yes.' })
    }
    const { question, events } = await talk.ask('Where is it?')
    expect(question).toBeNull()
    expect(events.map(({ data }) => data)).toContainEqual({ subqueries: ['Where is the Atomium?'] })
  })

  test('[RSB6] it holds the turns before the newest five, shortened', async () => {
    const mind = minds.open()
    const talk = talkWith(mind)
    let workflowId = ''
    for (let turn = 1; turn <= 8; turn++) {
      workflowId = (await talk.ask(`Who wrote chapter ${turn} of the ledger?`)).workflowId
      await talk.tell({ response: `Author ${turn}. ${'x'.repeat(1000)}` })
    }
    const { workflow } = (await minds.openStore(mind.dataDir).workflows.conversation(workflowId))!
    expect(workflow.summary.map(({ number }) => number)).toEqual([1, 2])
    expect(workflow.summary[0]).toMatchObject({
      asked: 'Who wrote chapter 1 of the ledger?',
      answered: expect.stringMatching(/^Author 1\. x{10,230}…$/),
    })
  })
})
