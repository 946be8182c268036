import { describe, expect, test } from 'vitest'
import { type ChatServer, useChatServer } from '../../support/chat-server.js'
import { type Mind, useMinds } from '../../support/minds.js'
import { storedBy } from '../../support/stored-memories.js'
import { talkWith } from '../../support/talking.js'

const minds = useMinds()
const plan = { says: JSON.stringify({ question: null, subqueries: ['deploying the shop'] }) }
const distils = (...lessons: readonly unknown[]) => ({ says: JSON.stringify({ lessons }) })
const withModel = ({ baseUrl }: Pick<ChatServer, 'baseUrl'>, timeoutMs = 10_000): Mind =>
  minds.open({ languageModel: { provider: 'openai-compatible', model: 'tiny', baseUrl, timeoutMs } })

const calls = JSON.stringify([
  { name: 'run_deploy', arguments: { env: 'stage-7' }, error: 'unknown environment stage-7' },
  { name: 'run_deploy', arguments: { env: 'staging-7' }, result: 'ok' },
])
const byRules = [
  'run_deploy {"env":"stage-7"} failed: unknown environment stage-7. run_deploy {"env":"staging-7"} worked.',
]

async function deploy(mind: Mind, user = 'Deploy the shop.'): Promise<void> {
  const talk = talkWith(mind)
  await talk.ask(user)
  await talk.tell({ response: 'Deployed to the staging environment.', tool_calls: calls })
}
const keyLessons = async (mind: Mind) =>
  (await storedBy(mind, 'default')).lessons.map(({ facets }) => facets.key_lesson)

describe('a language model distils', () => {
  const general = {
    signal: 1,
    key_lesson: 'Look up the full name of the environment before run_deploy.',
    context_to_prefer: 'deploying',
  }

  test('[RSB2] its lesson is kept with what it traces to; the outcome is what happened', async () => {
    const server = await useChatServer(plan, distils({ ...general, outcome: 'failure' }))
    const mind = withModel(server)
    await deploy(mind)
    const { lessons, episodes } = await storedBy(mind, 'default')
    expect(lessons).toHaveLength(1)
    expect(lessons[0]).toMatchObject({
      tags: ['lesson', 'recovery'],
      derived_from: [episodes[0]!.id],
      facets: {
        key_lesson: general.key_lesson,
        context_to_prefer: 'deploying',
        outcome: 'success',
        confidence: 2 / 3,
        learnt_from: [episodes[0]!.facets.message_id],
      },
    })
    expect(JSON.parse(server.requests[1]!.body.messages.at(-1)!.content).signals).toMatchObject([
      { signal: 1, kind: 'recovery', asked: 'Deploy the shop.', shows: byRules[0] },
    ])
  })

  test('[RSB2] at most three of a turn', async () => {
    const told = ['the name', 'the region', 'the owner', 'the size'].map((what) => ({
      ...general,
      key_lesson: `Look up ${what} of the environment first.`,
    }))
    const mind = withModel(await useChatServer(plan, distils(...told)))
    await deploy(mind)
    expect(await keyLessons(mind)).toHaveLength(3)
  })

  test('[RSB2] what holds a literal of the task, traces to nothing or is invented is left out', async () => {
    const server = await useChatServer(
      plan,
      distils(
        general,
        { ...general, key_lesson: 'Deploy to the environment staging-7.' },
        { ...general, key_lesson: 'The environment is in /etc/environments.' },
        { ...general, key_lesson: 'The environment is called "staging".' },
        { ...general, context_to_prefer: 'deploying shop 7' },
        { ...general, signal: 2 },
        { ...general, signal: 0 },
        { ...general, key_lesson: 'Parrots dislike chocolate.' },
        { key_lesson: 'Look up the environment.' },
        'Look up the environment.',
      ),
    )
    const mind = withModel(server)
    await deploy(mind)
    expect(await keyLessons(mind)).toEqual([general.key_lesson])
  })

  test('[RSB2] what the user demands stays in the words of the user', async () => {
    const server = await useChatServer(plan, distils(general))
    const mind = withModel(server)
    await deploy(mind, 'Always tell port 8080 to the team before you deploy the shop.')
    expect((await keyLessons(mind)).sort()).toEqual(
      ['Always tell port 8080 to the team before you deploy the shop.', general.key_lesson].sort(),
    )
  })

  test('[RSB2] it distils a correction, too, once the user goes on', async () => {
    const lesson = {
      signal: 1,
      key_lesson: 'Confirm the closing time with the library.',
      context_to_prefer: 'opening hours',
    }
    // The next question is planned while the last turn is distilled: one answer for both.
    const server = await useChatServer({
      says: JSON.stringify({ question: null, subqueries: ['library'], lessons: [lesson] }),
    })
    const mind = withModel(server)
    const talk = talkWith(mind)
    await talk.ask('When does the library close?')
    await talk.tell({ response: 'At nine.' })
    await talk.ask('No, the library closes at eight.')
    expect((await storedBy(mind, 'default')).lessons).toMatchObject([
      {
        tags: ['lesson', 'correction'],
        facets: { key_lesson: 'Confirm the closing time with the library.', outcome: 'failure' },
      },
    ])
  })

  test('[RSB2] it is not asked when there is no signal', async () => {
    const server = await useChatServer(plan, distils(general))
    const mind = withModel(server)
    const talk = talkWith(mind)
    await talk.ask('Deploy the shop.')
    await talk.tell()
    expect(server.requests).toHaveLength(1)
    expect(await keyLessons(mind)).toEqual([])
  })
})

describe('the words of what happened are the lesson', () => {
  test.each([
    ['refuses', { fails: 401 }, 10_000],
    ['is silent', { hangs: true }, 100],
    ['talks', { says: 'I am sorry.' }, 10_000],
    ['answers something else', { says: '{"answer": 42}' }, 10_000],
    ['distils nothing', distils(), 10_000],
    ['distils only literals', distils({ signal: 1, key_lesson: 'Use staging-7.', context_to_prefer: '' }), 10_000],
  ] as const)('[RSB2] when the model %s', async (_, turn, timeoutMs) => {
    const mind = withModel(await useChatServer(plan, turn), timeoutMs)
    await deploy(mind)
    expect(await keyLessons(mind)).toEqual(byRules)
  })
})
