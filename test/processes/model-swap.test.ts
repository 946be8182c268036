import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { integrityOf } from '../support/database.js'
import { newMemories } from '../support/memories.js'
import { useMinds } from '../support/minds.js'
import { type LibraryProcess, startLibraryProcess } from '../support/other-process.js'
import { randomEpisodes } from '../support/random-episodes.js'
import { embeddedBy, findWrongVectors, letLeasesLapse, ourModel, turnedModel } from '../support/vectors.js'

const minds = useMinds()
const answers = {
  'Which harbour does the ferry to Samsø leave from?': 'The ferry to Samsø leaves from the harbour of Hou.',
  'Who hid the spare key?': 'Farah hid the spare key under the blue flowerpot.',
}
const others = 400
/** How many texts are embedded at a time. */
const batchSize = 64
const waiting = { timeout: 60_000, interval: 10 }

async function storeOfOurModel(): Promise<string> {
  const texts = Object.values(answers).map((text) => ({ text, session: 'answers' }))
  return minds.folderWith(await newMemories([...randomEpisodes(others, 41), ...texts]))
}

async function start(dataDir: string, env: Readonly<Record<string, string>>): Promise<LibraryProcess> {
  const running = await startLibraryProcess(dataDir, env)
  onTestFinished(() => void running.process.kill('SIGKILL'))
  return running
}

async function kill({ process }: LibraryProcess): Promise<void> {
  const exit = once(process, 'exit')
  process.kill('SIGKILL')
  await exit
}

async function expectAnswers({ ask }: LibraryProcess): Promise<void> {
  for (const [query, answer] of Object.entries(answers)) {
    const { memories } = (await ask('recall', { query, limit: 3, project: '*' })) as { memories: { content: string }[] }
    expect(memories[0]?.content).toBe(answer)
  }
}

/** Long enough for calls in between. */
const slow = { TEST_MODEL: 'turned', TEST_SLOWNESS_MS: '150' }

describe('another model, killed while it embeds', { timeout: 180_000 }, () => {
  test('[REC12] what it has done stays, what is missing is made, and every answer meanwhile is the right one', async () => {
    const dataDir = await storeOfOurModel()
    let made = 0
    for (const batches of [1, 2, 1]) {
      const embedding = await start(dataDir, { TEST_MODEL: 'turned', TEST_BATCHES: String(batches) })
      await expectAnswers(embedding)
      made += batches * batchSize
      await expect.poll(() => embeddedBy(dataDir, turnedModel).vectors, waiting).toBe(made)
      await expectAnswers(embedding)
      await kill(embedding)
      expect(embeddedBy(dataDir, turnedModel)).toEqual({ memories: others + 2, vectors: made })
      letLeasesLapse(dataDir)
    }
    expect(embeddedBy(dataDir, ourModel)).toEqual({ memories: others + 2, vectors: others + 2 })
    const last = await start(dataDir, { TEST_MODEL: 'turned' })
    await expectAnswers(last)
    await expect
      .poll(() => embeddedBy(dataDir, turnedModel), waiting)
      .toEqual({ memories: others + 2, vectors: others + 2 })
    await expectAnswers(last)
    await last.close()
    expect(await findWrongVectors(dataDir)).toEqual([])
    expect(integrityOf(dataDir)).toBe('ok')
  })

  test('[REC12] two models at once on one store, both writing: each memory ends with a vector of either', async () => {
    const dataDir = await storeOfOurModel()
    const pair = await Promise.all([start(dataDir, slow), start(dataDir, {})])
    const told = new Map<unknown, string>()
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        pair.map(async (each, at) => {
          const text = `Crate ${round} of lorry ${at} holds ${round * 7 + at} lanterns.`
          told.set((await each.ask('remember', { text })).id, text)
          await expectAnswers(each)
          // What the other has told, too, whichever model embedded it.
          for (const [id, content] of told) expect(await each.ask('get_memory', { id })).toMatchObject({ content })
        }),
      )
    }
    await Promise.all(pair.map(kill))
    const memories = others + 2 + told.size
    for (const [model, name] of [
      [turnedModel, 'turned'],
      [ourModel, 'ours'],
    ] as const) {
      letLeasesLapse(dataDir)
      const next = await start(dataDir, { TEST_MODEL: name })
      await expectAnswers(next)
      await expect.poll(() => embeddedBy(dataDir, model), waiting).toEqual({ memories, vectors: memories })
      await next.close()
    }
    expect(await findWrongVectors(dataDir)).toEqual([])
  })
})
