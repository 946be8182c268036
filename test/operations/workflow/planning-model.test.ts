import { describe, expect, test, vi } from 'vitest'
import { type ChatServer, useChatServer } from '../../support/chat-server.js'
import { type Mind, useMinds } from '../../support/minds.js'
import { talkWith } from '../../support/talking.js'

const minds = useMinds()
const plan = (question: unknown, ...subqueries: readonly unknown[]) => ({
  says: JSON.stringify({ question, subqueries }),
})
const withModel = (server: Pick<ChatServer, 'baseUrl'>, timeoutMs = 10_000): Mind =>
  minds.open({
    languageModel: { provider: 'openai-compatible', model: 'tiny', baseUrl: server.baseUrl, timeoutMs },
  })
const told = (server: ChatServer, at = 0) => JSON.parse(server.requests[at]!.body.messages.at(-1)!.content)
const searched = (events: readonly { readonly message: string; readonly data: unknown }[]) =>
  (events.find(({ message }) => message === 'Searching memory')!.data as { subqueries: string[] }).subqueries
const fallbacks = (events: readonly { readonly message: string }[]) =>
  events.map(({ message }) => message).filter((message) => message.startsWith('Planning by rules'))

describe('a language model plans', () => {
  test('[WPL4] its sub-queries are searched, after the whole question', async () => {
    const server = await useChatServer(plan(null, 'port of the staging database', 'owner of the staging database'))
    const mind = withModel(server)
    await mind.call('remember', { text: 'Mira owns the staging database.' })
    const { status, events, output } = await talkWith(mind).ask('Staging: where do I connect and whom do I ask?')
    expect(status).toBe('running')
    expect(searched(events)).toEqual([
      'Staging: where do I connect and whom do I ask?',
      'port of the staging database',
      'owner of the staging database',
    ])
    expect(fallbacks(events)).toEqual([])
    expect(output.memories).toMatchObject([
      {
        content: 'Mira owns the staging database.',
        subqueries_matched: expect.arrayContaining(['owner of the staging database']),
      },
    ])
  })

  test('[WPL4] at most six are searched, no two alike, none empty or of another type', async () => {
    const many = [
      'the red car',
      'The red car!',
      '',
      7,
      'x'.repeat(600),
      'a house',
      'a boat',
      'a plane',
      'a train',
      'a bus',
      'a tram',
    ]
    const server = await useChatServer(plan(null, ...many))
    const { events } = await talkWith(withModel(server)).ask('Which vehicles did Ines sell?')
    expect(searched(events)).toEqual([
      'Which vehicles did Ines sell?',
      'the red car',
      'a house',
      'a boat',
      'a plane',
      'a train',
    ])
  })

  test('[WPL4] it asks one question at a time, twice at most, and never the same again', async () => {
    const server = await useChatServer(
      plan('For which team? And since when?', 'ignored'),
      plan('For which team ?', 'the budget of the red team'),
      plan('In which year?'),
    )
    const talk = talkWith(withModel(server))
    expect(await talk.ask('What was decided about the budget of the team?')).toMatchObject({
      status: 'waiting_for_input',
      question: 'For which team?',
    })
    const { status, events } = await talk.ask('the red team')
    expect(status).toBe('running')
    expect(searched(events)).toContain('the budget of the red team')
    expect(told(server, 1)).toMatchObject({
      may_ask: true,
      clarifications: [{ question: 'For which team?', answer: 'the red team' }],
    })

    const asking = await useChatServer(
      plan('For which team?'),
      plan('In which year?'),
      plan('In which office?', 'budget'),
    )
    const persistent = talkWith(withModel(asking))
    expect((await persistent.ask('What was decided about the budget of the team?')).question).toBe('For which team?')
    expect((await persistent.ask('the red team')).question).toBe('In which year?')
    const third = await persistent.ask('in 2024')
    expect(third).toMatchObject({ status: 'running', question: null })
    expect(told(asking, 2).may_ask).toBe(false)
  })

  test.each([
    ['a statement to remember', 'Remember that the red team meets on Mondays.', {}],
    ['a quoted text', '"To be or not to be"', {}],
    ['a file name', 'Where is src/app/main.ts used?', {}],
    ['when nobody wants to be asked', 'What was decided about the budget?', { ask_clarifications: false }],
  ])('[WPL4] it may not ask back for %s', async (_, question, more) => {
    const server = await useChatServer(plan('Which one?', 'the red team'))
    const { status, events } = await talkWith(withModel(server)).ask(question, more)
    expect(status).toBe('running')
    expect(told(server).may_ask).toBe(false)
    expect(searched(events)).toContain('the red team')
  })

  test('[WPL4] [RSB6] it reads the conversation: newest turns, the summary, and what a first retrieval found', async () => {
    const server = await useChatServer(plan(null, 'the budget'))
    const mind = withModel(server)
    await mind.call('remember', { text: 'The budget of the red team is 4,000 euros.' })
    const talk = talkWith(mind)
    for (let turn = 1; turn <= 8; turn++) {
      await talk.ask(`What does invoice ${turn} of the red team say?`)
      await talk.tell({ response: `Answer ${turn}.` })
    }
    const { summary, turns, found } = told(server, 7)
    expect(turns.map(({ answer }: { answer: string }) => answer)).toEqual(
      [3, 4, 5, 6, 7].map((turn) => `Answer ${turn}.`),
    )
    expect(summary[0]).toEqual({ user: 'What does invoice 1 of the red team say?', answer: 'Answer 1.' })
    expect(found).toContain('The budget of the red team is 4,000 euros.')
  })
})

describe('the rules take over', () => {
  const bare = "What's the best product?"
  const byRules = 'By what should I judge "best product", and for which purpose, place or time?'

  test.each([
    ['refuses', { fails: 401 }, 10_000, 'answered with status 401'],
    ['is silent', { hangs: true }, 100, 'did not answer in time'],
    ['talks', { says: 'I am sorry.' }, 10_000, 'answered without JSON'],
    ['answers something else', { says: '{"answer": 42}' }, 10_000, 'answered in an unexpected format'],
    ['plans nothing', plan(null), 10_000, 'answered in an unexpected format'],
    ['asks without a question', plan('Hmm.', 7, ''), 10_000, 'answered in an unexpected format'],
  ] as const)('[WPL4] when the model %s, and a progress event says so', async (_, turn, timeoutMs, reason) => {
    const server = await useChatServer(turn)
    const { question, events } = await talkWith(withModel(server, timeoutMs)).ask(bare)
    expect(question).toBe(byRules)
    expect(fallbacks(events)).toEqual([`Planning by rules: openai-compatible:tiny ${reason}`])
    expect(events.find(({ message }) => message.startsWith('Planning by rules'))?.type).toBe('progress')
  })

  test('[WFL3] [WPL4] ten seconds after the question came, however patient the model may be', async () => {
    const server = await useChatServer({ hangs: true })
    const mind = withModel(server, 600_000)
    await mind.warmUp()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      let reply: { readonly clarification_question: string | null } | undefined
      const asking = mind.workflow.execute({ user_input: bare }).then(({ answer }) => {
        reply = answer
      })
      // Not `vi.waitUntil`, which moves the clock with every look.
      while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(9_900)
      await new Promise((resolve) => setImmediate(resolve))
      expect(reply).toBeUndefined()
      await vi.advanceTimersByTimeAsync(100)
      await asking
      expect(reply?.clarification_question).toBe(byRules)
    } finally {
      vi.useRealTimers()
    }
  })

  test('[WPL4] without a model nothing is asked of one, and nothing is said about it', async () => {
    const { question, events } = await talkWith(minds.open()).ask(bare)
    expect(question).toBe(byRules)
    expect(fallbacks(events)).toEqual([])
  })
})
