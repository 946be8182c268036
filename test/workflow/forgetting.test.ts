import { describe, expect, test } from 'vitest'
import { plainQuestion } from '#ww/memory/workflow/conversation/forgetting-derived-text.js'
import { WorkflowRefusal } from '#ww/operations/workflow/advance.js'
import { type Mind, useMinds } from '../support/minds.js'
import { filesHolding } from '../support/traces.js'
import { storedIn } from '../support/workflow-database.js'

const name = 'Xylothrandir'

describe('what is forgotten of a conversation', () => {
  const minds = useMinds()

  async function ask(mind: Mind, user_input: string, more: object = {}) {
    const { answer } = await mind.workflow.execute({ user_input, ...more })
    await mind.workflow.settled()
    return answer
  }

  async function tellAnswer(mind: Mind, asked: { workflow_id: string; message_id: string }, response: string) {
    const { workflow_id, message_id } = asked
    await mind.workflow.answer({ workflow_id, message_id, response })
  }

  async function episodeOf(mind: Mind, text: string): Promise<string> {
    const { memories } = await mind.call('recall', { query: text, kinds: ['episode'] })
    return memories.find(({ content }) => content.includes(text))!.id
  }

  /** Everything that was ever said, as a client would see it. */
  async function framesOf(mind: Mind, workflowId: string) {
    const signal = AbortSignal.timeout(500)
    const stream = await mind.workflow.follow(workflowId, { cursor: 0, finalOnly: false }, signal)
    const all = []
    for await (const events of stream!.events) all.push(...events)
    return all
  }

  test('[OPS4] a name that a later question was understood by goes with the turn that said it', async () => {
    const mind = minds.open()
    await mind.call('remember', { text: 'The gardener lives in the lighthouse at the coast.' })
    const first = await ask(mind, `Who is ${name}?`)
    await tellAnswer(mind, first, 'The gardener.')
    const { workflow_id } = first
    const second = await ask(mind, 'Where does he live?', { workflow_id })
    await tellAnswer(mind, second, 'In the lighthouse.')
    const [, run] = (await storedIn(mind.dataDir, 'runs')).sort((a, b) => Number(a.number) - Number(b.number))
    expect(JSON.stringify(run)).toContain(name)
    const before = await framesOf(mind, workflow_id)

    const episode = await episodeOf(mind, `Who is ${name}?`)
    await mind.call('forget', { ids: [episode], dry_run: false })
    expect(filesHolding([mind.dataDir], [name])).toEqual([])
    const after = await framesOf(mind, workflow_id)
    // Of the forgotten message the end stays, of the other all.
    expect(after.map(({ id, type }) => [id, type])).toEqual(
      before.map(({ id, type }) => [id, type]).filter(([id]) => Number(id) > 2),
    )
    // What the user said later is there, and the conversation goes on.
    expect(await episodeOf(mind, 'Where does he live?')).toBeDefined()
    expect((await ask(mind, 'Which gardener lives in the lighthouse?', { workflow_id })).status).toBe('running')
  })

  test('[OPS4] a question that lists what a memory holds is put in plain words when that is forgotten', async () => {
    const mind = minds.open()
    const tell = async (region: string, port: number) =>
      (
        await mind.call('remember', {
          text: `The staging database listens on port ${port}.`,
          tags: [`region:${region}`],
        })
      ).id
    const [one] = [await tell(name, 5433), await tell('Ghent', 5434)]
    const asked = await ask(mind, 'Which port does the staging database listen on?')
    expect(asked.clarification_question).toContain(name)

    await mind.call('forget', { ids: [one], dry_run: false })
    expect(filesHolding([mind.dataDir], [name])).toEqual([])
    const { workflow_id, message_id } = asked
    const waiting = (await framesOf(mind, workflow_id)).at(-1)
    expect(waiting).toMatchObject({
      type: 'status',
      message: plainQuestion,
      data: { status: 'waiting_for_input', clarification_question: plainQuestion },
    })
    // It still waits, and can be answered.
    const answered = await ask(mind, 'In Ghent', { workflow_id })
    expect(answered).toMatchObject({ message_id, status: 'running' })
  })

  test('[OPS4] a question that lists nothing of it stays as it was asked', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: 'The best product is the Alpine boot.' })
    const asked = await ask(mind, "What's the best product?")
    await mind.call('forget', { ids: [id], dry_run: false })
    const waiting = (await framesOf(mind, asked.workflow_id)).at(-1)
    expect(waiting?.message).toBe(asked.clarification_question)
  })

  test('[OPS4] what was asked and never answered goes with its session, and nothing else does', async () => {
    const mind = minds.open()
    const preferences = { session_id: 'garden', tone: `like ${name}` }
    const done = await ask(mind, `Where did ${name} go?`, { preferences, ask_clarifications: false })
    const waiting = await ask(mind, `What is the best thing, ${name}?`, { preferences })
    expect(waiting.status).toBe('waiting_for_input')
    const cancelled = await ask(mind, `What is the worst thing, ${name}?`, { preferences })
    await mind.workflow.cancel(cancelled.workflow_id)
    const other = await ask(mind, 'Where did the heron go?', { preferences: { session_id: 'pond' } })
    const messages = [done, waiting, cancelled].map(({ message_id }) => message_id).sort()

    const dry = await mind.call('forget', { session_filter: 'garden' })
    expect(dry).toMatchObject({ count: 3, ids: [], derived_ids: [] })
    expect([...dry.message_ids].sort()).toEqual(messages)
    expect(filesHolding([mind.dataDir], [name])).not.toEqual([])

    await mind.call('forget', { session_filter: 'garden', dry_run: false })
    expect(filesHolding([mind.dataDir], [name])).toEqual([])
    expect((await framesOf(mind, waiting.workflow_id)).at(-1)).toMatchObject({ data: { status: 'cancelled' } })
    expect(await mind.call('forget', { session_filter: 'garden' })).toMatchObject({ count: 0, message_ids: [] })
    expect((await mind.call('forget', { session_filter: 'pond' })).message_ids).toEqual([other.message_id])
    // An answer that comes too late would bring it back.
    await expect(tellAnswer(mind, done, `${name} went away.`)).rejects.toBeInstanceOf(WorkflowRefusal)
    expect(filesHolding([mind.dataDir], [name])).toEqual([])
    // The conversation keeps its session.
    await tellAnswer(mind, await ask(mind, 'Where is the spade?', { workflow_id: done.workflow_id }), 'In the shed.')
    const { memories } = await mind.call('recall', { query: 'spade', session_filter: 'garden' })
    expect(memories).toHaveLength(1)
  })

  test('[OPS4] `before` reaches what was asked before it; ids and tags reach no question', async () => {
    const mind = minds.open()
    const old = await ask(mind, 'Where did the heron go?')
    mind.clock.advance(1_000)
    const before = new Date(mind.clock.now()).toISOString()
    await ask(mind, 'Where did the stork go?')
    expect((await mind.call('forget', { before })).message_ids).toEqual([old.message_id])
    expect((await mind.call('forget', { before, tags: ['bird'] })).message_ids).toEqual([])
    const { id } = await mind.call('remember', { text: 'The heron went to the pond.' })
    expect((await mind.call('forget', { ids: [id] })).message_ids).toEqual([])
  })
})
