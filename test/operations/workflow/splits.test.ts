import { describe, expect, test } from 'vitest'
import { type Mind, useMinds } from '../../support/minds.js'
import { talkWith } from '../../support/talking.js'

const minds = useMinds()
const asking = async (question: string, tell: (mind: Mind) => Promise<unknown>) => {
  const mind = minds.open()
  await tell(mind)
  return (await talkWith(mind).ask(question)).question
}
const told =
  (...texts: readonly string[]) =>
  async (mind: Mind) => {
    for (const text of texts) await mind.call('remember', { text })
  }

describe('[WPL2] groups that differ in one thing, whatever their words', () => {
  test('[WPL2] in a facet of their context', async () => {
    const question = await asking('What is the timeout of the gateway?', async (mind) => {
      const keep = (content: string, environment: string) =>
        mind.call('create_episode', { content, context: { environment } })
      await keep('The timeout of the gateway is 30 seconds.', 'staging')
      await keep('We set the gateway timeout to two minutes.', 'production')
    })
    expect(question).toMatch(/^Which environment: (?:staging or production|production or staging)\?$/)
  })

  test('[WPL2] in their project', async () => {
    const question = await asking('Which port does the web server use?', async (mind) => {
      await mind.call('remember', { text: 'The web server uses port 8080.', project: 'shop' })
      await mind.call('remember', { text: 'Port 9090 is what the web server uses.', project: 'mill' })
    })
    expect(question).toMatch(/^Which project: (?:shop or mill|mill or shop)\?$/)
  })

  test.each<[string, string, readonly string[], RegExp]>([
    [
      'a place',
      'When does the ferry leave?',
      ['The ferry to Oslo leaves at nine.', 'At noon the ferry leaves to Bergen.'],
      /^Which one: (?:Oslo or Bergen|Bergen or Oslo)\?$/,
    ],
    [
      'a person',
      'How much was the bicycle repair?',
      ["The repair of Anna's bicycle was 40 euros.", "We paid 65 euros for the repair of Martin's bicycle."],
      /^Which one: (?:Anna or Martin|Martin or Anna)\?$/,
    ],
    [
      'a thing',
      'How long does the backup take?',
      ['The backup of Postgres takes two hours.', 'A backup takes ten minutes for Redis.'],
      /^Which one: (?:Postgres or Redis|Redis or Postgres)\?$/,
    ],
  ])('[WPL2] in %s that their texts name', async (_, question, texts, asked) => {
    expect(await asking(question, told(...texts))).toMatch(asked)
  })

  test.each<[string, string, readonly string[]]>([
    [
      'the question names it',
      'When does the ferry to Oslo leave?',
      ['The ferry to Oslo leaves at nine.', 'At noon the ferry leaves to Bergen.'],
    ],
    [
      'the name is the answer',
      'Who repaired the boiler?',
      ['The boiler was repaired by Anna.', 'Martin repaired the boiler again.'],
    ],
    [
      'the place is the answer',
      'Where is the spare key?',
      ['The spare key is in Oslo.', 'The spare key is at the office in Bergen.'],
    ],
    [
      'the question wants all',
      'List when the ferries leave',
      ['The ferry to Oslo leaves at nine.', 'At noon the ferry leaves to Bergen.'],
    ],
    [
      'they are about other things',
      'When does the ferry leave?',
      ['The ferry to Oslo leaves at nine.', 'Bread for Martin is in the oven.'],
    ],
    [
      'what is used changed',
      'What database do we use?',
      ['We use the database Postgres.', 'Our database is Valkey now.'],
    ],
  ])('[WPL2] is not asked where %s', async (_, question, texts) => {
    expect(await asking(question, told(...texts))).toBeNull()
  })
})
