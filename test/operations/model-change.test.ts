import { beforeAll, describe, expect, test } from 'vitest'
import { newMemories } from '../support/memories.js'
import { contentsOf, type Mind, useMinds } from '../support/minds.js'
import { randomEpisodes } from '../support/random-episodes.js'
import { model } from '../support/text-analysis.js'
import { createTrigramEmbedder } from '../support/trigram-embedder.js'

const answers = {
  'Which harbour does the ferry to Samsø leave from?': 'The ferry to Samsø leaves from the harbour of Hou.',
  'Who hid the spare key?': 'Farah hid the spare key under the blue flowerpot.',
}
const others = 150
const trigrams = createTrigramEmbedder().identity

describe('another model', () => {
  const minds = useMinds()
  let dataDir: string
  let first: Record<string, string[]>

  const topFives = async (mind: Mind): Promise<Record<string, string[]>> => {
    const found = Object.keys(answers).map(async (query) => {
      const { memories, nothing_relevant } = await mind.call('recall', { query, limit: 5 })
      expect(nothing_relevant).toBe(false)
      return [query, contentsOf(memories)] as const
    })
    return Object.fromEntries(await Promise.all(found))
  }
  const expectAnswers = (found: Record<string, string[]>) => {
    for (const [query, answer] of Object.entries(answers)) expect(found[query]?.[0]).toBe(answer)
  }
  const detailsOf = async (mind: Mind) => (await mind.call('memory_stats', { include_detailed: true })).detailed!

  beforeAll(async () => {
    const texts = Object.values(answers).map((text) => ({ text, session: 'answers' }))
    dataDir = await minds.folderWith(await newMemories([...randomEpisodes(others, 37), ...texts]))
    const mind = minds.open({ dataDir })
    first = await topFives(mind)
    await mind.close()
  })

  test('[REC12] while nothing is embedded yet, words and soft matches still find the answer', async () => {
    const before = minds.open({ dataDir })
    expectAnswers(first)
    await before.close()
    let embedded = () => {}
    const ready = new Promise<void>((resolve) => {
      embedded = resolve
    })
    const mind = minds.open({ dataDir, embedder: createTrigramEmbedder({ ready }) })
    await mind.warmUp()
    expect((await detailsOf(mind)).vectors).toEqual({ [model]: others + 2 })
    expectAnswers(await topFives(mind))
    const { memories } = await mind.call('recall', { query: Object.keys(answers)[0]!, explain: true })
    // Vectors of two models are never compared: without one of its own, a memory is judged by the other legs.
    expect(memories.flatMap(({ explanation }) => explanation!.parts.map(({ name }) => name))).not.toContain('vector')
    embedded()
    await expect
      .poll(async () => (await detailsOf(mind)).vectors, { timeout: 60_000 })
      .toMatchObject({ [trigrams]: others + 2 })
    await mind.close()
  })

  test('[OPS1] both models’ vectors are kept, and the one in use is named', async () => {
    const mind = minds.open({ dataDir, embedder: createTrigramEmbedder() })
    expect(await detailsOf(mind)).toMatchObject({
      vectors: { [model]: others + 2, [trigrams]: others + 2 },
      embedding: { model: trigrams, dimensions: 64 },
    })
  })

  test('[REC3] once embedded, the new model’s vectors take part', async () => {
    const mind = minds.open({ dataDir, embedder: createTrigramEmbedder() })
    expectAnswers(await topFives(mind))
    const { memories } = await mind.call('recall', { query: Object.keys(answers)[0]!, explain: true })
    for (const { explanation } of memories) expect(explanation!.parts.map(({ name }) => name)).toContain('vector')
  })

  test('[REC12] reopened with the first model, the answers are the first ones', async () => {
    const mind = minds.open({ dataDir })
    await mind.warmUp()
    expect(await topFives(mind)).toEqual(first)
    expect((await detailsOf(mind)).vectors).toEqual({ [model]: others + 2, [trigrams]: others + 2 })
  })

  test('[REC4] the soft match is the static model’s with every embedder', async () => {
    const mind = minds.open({ embedder: createTrigramEmbedder() })
    await mind.call('remember', { text: 'We went along the mountain trail.' })
    const { memories } = await mind.call('recall', { query: 'hiking', explain: true })
    expect(memories[0]?.explanation?.soft_pairs).toContainEqual(expect.stringMatching(/^hiking ~ trail/))
  })

  test('[COM11] what is remembered while the other model works is embedded by both in the end', async () => {
    const mind = minds.open({ dataDir, embedder: createTrigramEmbedder() })
    await mind.call('remember', { text: 'The lighthouse was sold.' })
    await mind.close()
    const back = minds.open({ dataDir })
    expectAnswers(await topFives(back))
    expect(contentsOf((await back.call('recall', { query: 'was the lighthouse sold' })).memories)[0]).toBe(
      'The lighthouse was sold.',
    )
    await back.warmUp()
    await expect
      .poll(async () => (await detailsOf(back)).vectors, { timeout: 60_000 })
      .toEqual({
        [model]: others + 3,
        [trigrams]: others + 3,
      })
  })
})
