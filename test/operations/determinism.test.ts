import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMemories, start } from '../support/memories.js'
import { createSettableClock, type Mind, type MindOptions, useMinds } from '../support/minds.js'
import { randomEpisodes, randomQuestions } from '../support/random-episodes.js'

const later = start + 12 * 3_600_000
const questions = [...randomQuestions(8, 29), 'What did Anna say last week?', 'when was that "important thing"?', '…']
const entry = new URL('../../dist/index.js', import.meta.url).href

/** What a process of its own answers, with its own threads and caches. */
const script = (dataDir: string, threads: string) => `
  import { openWorldWeaver } from ${JSON.stringify(entry)}
  const options = ${JSON.stringify({ dataDir, threads, project: null, session: 'default', logLevel: 'silent' })}
  const mind = openWorldWeaver({ ...options, clock: { now: () => ${later} } })
  const answers = []
  for (const query of ${JSON.stringify(questions)}) {
    answers.push(await mind.call('recall', { query, limit: 30, explain: true }), await mind.call('recall_episodes', { query }))
  }
  await mind.close()
  process.stdout.write(JSON.stringify(answers))`

const answersOfProcess = (dataDir: string, threads: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script(dataDir, threads)], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  )

async function answersOf(mind: Mind): Promise<unknown> {
  const answers: unknown[] = []
  for (const query of questions) {
    answers.push(
      await mind.call('recall', { query, limit: 30, explain: true }),
      await mind.call('recall_episodes', { query }),
    )
  }
  return answers
}

describe('the same store, clock and query', () => {
  const minds = useMinds()
  let dataDir: string
  let expected: unknown
  const open = (options: MindOptions = {}) => minds.open({ dataDir, clock: createSettableClock(later), ...options })

  beforeAll(async () => {
    // More than are all scored, so that the legs decide as well.
    dataDir = await minds.folderWith(await newMemories(randomEpisodes(2_400, 29)))
    expected = await answersOf(open())
  })

  test('[REC12] the same answer again, although uses were recorded in between', async () => {
    expect(await answersOf(open())).toEqual(expected)
  })

  test('[REC12] the same answer in worker threads', async () => {
    expect(await answersOf(open({ threads: 'workers' }))).toEqual(expected)
  })

  test.each(['inline', 'workers'])('[REC12] the same answer in another process (%s)', (threads) => {
    expect(answersOfProcess(dataDir, threads)).toEqual(expected)
  })

  test('[REC12] the same answer after closing and opening', async () => {
    const mind = open()
    const before = await answersOf(mind)
    await mind.close()
    expect(await answersOf(open())).toEqual(before)
    expect(before).toEqual(expected)
  })

  test('[REC12] the same answer when the memories came one by one as when they came at once', async () => {
    const texts = randomEpisodes(60, 31).map(({ text }) => text)
    const oneByOne = minds.open()
    for (const text of texts) await oneByOne.call('remember', { text, kind: 'note' })
    const atOnce = await minds.folderWith(
      await newMemories(texts.map((text) => ({ text, kind: 'note' as const, happenedAt: start, session: 'default' }))),
    )
    const contents = async (mind: Mind) =>
      Promise.all(
        questions.map(async (query) => {
          const { memories } = await mind.call('recall', { query, limit: 100 })
          return memories.map(({ content, relevance }) => `${relevance} ${content}`).sort()
        }),
      )
    expect(await contents(oneByOne)).toEqual(await contents(minds.open({ dataDir: atOnce })))
  })
})
