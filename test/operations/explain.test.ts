import { beforeAll, describe, expect, test } from 'vitest'
import { days, minutes, newMemories, start } from '../support/memories.js'
import { type Mind, useMinds } from '../support/minds.js'
import { randomEpisodes, randomQuestions } from '../support/random-episodes.js'

const sigma = (x: number) => 1 / (1 + Math.exp(-x))

describe('explain', () => {
  const minds = useMinds()

  async function explained(mind: Mind, query: string) {
    const { memories } = await mind.call('recall', { query, explain: true, limit: 100, min_relevance: 0 })
    return memories.map(({ content, relevance, explanation }) => ({
      content,
      relevance,
      explanation: explanation!,
      part: (name: string) => explanation!.parts.find((each) => each.name === name),
    }))
  }
  /** Each text in a scene of its own, so that nothing but itself speaks for it. */
  async function mindOf(texts: readonly string[], more: { happenedAt?: number } = {}): Promise<Mind> {
    const given = texts.map((text, i) => ({ text, happenedAt: start - days(i + 1), session: `s${i}`, ...more }))
    return minds.open({ dataDir: await minds.folderWith(await newMemories(given)) })
  }

  /** All in one conversation: some cues are habits of conversations (REC15). */
  async function talkOf(texts: readonly string[]): Promise<Mind> {
    const given = texts.map((text, i) => ({ text, happenedAt: start + minutes(i) }))
    return minds.open({ dataDir: await minds.folderWith(await newMemories(given)) })
  }

  describe('on a store of many conversations', () => {
    let mind: Mind
    beforeAll(async () => {
      mind = minds.open({ dataDir: await minds.folderWith(await newMemories(randomEpisodes(2_200, 13))) })
    })
    const questions = [...randomQuestions(6, 17), 'What did Anna say in March about "the time"?', '???', 'the of and']

    test.each(questions)('[REC10] the parts sum to the ranking score: %s', async (query) => {
      for (const { explanation } of await explained(mind, query)) {
        const sum = explanation.parts.reduce((total, { contribution }) => total + contribution, 0)
        expect(Math.abs(sum - explanation.score)).toBeLessThanOrEqual(0.0005)
        for (const { value, weight, contribution } of explanation.parts) {
          if (value !== undefined) expect(contribution).toBeCloseTo(value * weight!, 3)
        }
      }
    })

    test.each(questions)('[REC13] relevance is the score on the curve that is shown: %s', async (query) => {
      const results = await explained(mind, query)
      for (const { relevance, explanation } of results) {
        const { steepness, middle } = explanation.curve
        expect(Math.abs(sigma(steepness * (explanation.score - middle)) - relevance)).toBeLessThan(0.001)
        expect(explanation.relevance).toBe(relevance)
      }
    })

    test('[REC13] the curve never changes the order', async () => {
      const results = await explained(mind, questions[0]!)
      // REC15: a conversation and a note are read by curves of their own.
      const curves = new Set(results.map(({ explanation }) => explanation.curve.steepness))
      expect(curves.size).toBeGreaterThanOrEqual(2)
      for (const curve of curves) {
        const read = results.filter(({ explanation }) => explanation.curve.steepness === curve)
        const scores = read.map(({ explanation }) => explanation.score)
        expect(scores).toEqual([...scores].sort((a, b) => b - a))
      }
    })

    test('[REC10] recall_episodes explains too, and without asking nobody does', async () => {
      const { episodes } = await mind.call('recall_episodes', { query: questions[0]!, explain: true })
      for (const { explanation, components } of episodes) expect(explanation?.relevance).toBe(components.semantic)
      const plain = await mind.call('recall', { query: questions[0]! })
      expect(plain.memories.every((memory) => !('explanation' in memory))).toBe(true)
    })

    test('[REC10] what stands behind the ranked has nothing to explain', async () => {
      const { memories } = await mind.call('recall', {
        query: questions[0]!,
        explain: true,
        offset: 2_190,
        min_relevance: 0,
      })
      expect(memories.length).toBe(10)
      expect(memories.every(({ explanation, relevance }) => explanation === undefined && relevance === 0)).toBe(true)
    })
  })

  test('[REC10] matched words and soft pairs are named', async () => {
    const mind = await mindOf(['We went along the mountain trail on Sunday.', 'The invoice was paid.'])
    const [best] = await explained(mind, 'hiking in the mountains')
    expect(best?.content).toContain('trail')
    expect(best?.explanation.matched_words).toContain('mountains')
    expect(best?.explanation.soft_pairs).toContainEqual(expect.stringMatching(/^hiking ~ trail 0\.\d\d$/))
  })

  test('[REC5] similarity is 0.25·lexical + 0.45·vector + 0.30·soft, each in [0, 1]', async () => {
    const mind = await mindOf(['The gardener waters the roses.', 'Roses need water.', 'Taxes are due in May.'])
    for (const { part } of await explained(mind, 'who waters the roses')) {
      const legs = ['lexical', 'vector', 'soft'].map((name) => part(name))
      expect(legs.map((leg) => leg?.weight)).toEqual([0.25, 0.45, 0.3])
      for (const leg of legs) {
        expect(leg?.value).toBeGreaterThanOrEqual(0)
        expect(leg?.value).toBeLessThanOrEqual(1)
      }
    }
  })

  test('[REC2] [REC3] [REC4] a text that is the question has all legs at their best', async () => {
    const mind = await mindOf(['gardener waters roses', 'The roof is new.', 'Taxes are due in May.'])
    const [best, ...rest] = await explained(mind, 'gardener waters roses')
    expect(best?.part('vector')?.value).toBeGreaterThan(0.99)
    expect(best?.part('soft')?.value).toBeCloseTo(1, 3)
    for (const other of rest) expect(other.part('lexical')?.value).toBe(0)
  })

  test('[REC6] a scene lends its members what its best and their neighbours have', async () => {
    const together = (text: string, minute: number) => ({ text, happenedAt: start + minutes(minute), session: 'talk' })
    const given = [
      together('Anna: what did the roof repair cost?', 0),
      together('Ben: four thousand, and worth it.', 2),
      { text: 'Four thousand, and worth it.', happenedAt: start - days(9), session: 'elsewhere' },
    ]
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories(given)) })
    const results = await explained(mind, 'What did the roof repair cost?')
    const inScene = results.find(({ content }) => content.startsWith('Ben'))
    const alone = results.find(({ content }) => content.startsWith('Four'))
    for (const name of ['previous', 'answer', 'scene']) expect(inScene?.part(name)?.contribution).toBeGreaterThan(0)
    expect(alone?.part('previous')).toBeUndefined()
    expect(inScene!.relevance).toBeGreaterThan(alone!.relevance)
  })

  test('[REC6] members that the filter excludes count nowhere', async () => {
    const together = (text: string, minute: number, kind: 'episode' | 'note') => ({
      text,
      kind,
      happenedAt: start + minutes(minute),
    })
    const given = [
      together('What did the roof repair cost?', 0, 'note'),
      together('Four thousand, and worth it.', 2, 'episode'),
    ]
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories(given)) })
    const query = 'What did the roof repair cost?'
    const { memories } = await mind.call('recall', { query, kinds: ['episode'], explain: true, min_relevance: 0 })
    expect(memories[0]?.explanation?.parts.map(({ name }) => name)).not.toContain('previous')
  })

  describe('cues', () => {
    const cue = async (mind: Mind, query: string, content: string, name: string) => {
      const found = (await explained(mind, query)).find((each) => each.content === content)
      expect(found).toBeDefined()
      return found!.part(name)?.contribution ?? 0
    }

    test('[REC9] the named speaker’s words gain, another’s lose, nobody’s neither', async () => {
      const texts = ['Anna: the concert was loud.', 'Ben: the concert was loud.', 'The concert was loud.']
      const mind = await mindOf(texts)
      const query = 'What did Anna say about the concert?'
      expect(await cue(mind, query, texts[0]!, 'speaker')).toBe(0.04)
      expect(await cue(mind, query, texts[1]!, 'speaker')).toBe(-0.04)
      expect(await cue(mind, query, texts[2]!, 'speaker')).toBe(0)
      expect(await cue(mind, 'How was the concert?', texts[0]!, 'speaker')).toBe(0)
    })

    test('[REC9] the context may name the speaker', async () => {
      const mind = minds.open()
      const content = 'I think the concert was loud.'
      await mind.call('create_episode', { content, context: { speaker: 'Anna Weber' } })
      expect(await cue(mind, 'What did Anna say about the concert?', content, 'speaker')).toBe(0.04)
    })

    test('[REC9] a text that is itself a question loses', async () => {
      const texts = ['How loud was the concert?', 'The concert was very loud.']
      const mind = await mindOf(texts)
      expect(await cue(mind, 'how loud was the concert', texts[0]!, 'question')).toBeLessThan(0)
      expect(await cue(mind, 'how loud was the concert', texts[1]!, 'question')).toBe(0)
    })

    test('[REC9] asked for a time, a text that names one gains', async () => {
      const texts = ['Anna: The concert is on 4 June at eight.', 'Ben: The concert was loud.']
      const mind = await talkOf(texts)
      expect(await cue(mind, 'When is the concert?', texts[0]!, 'time')).toBeGreaterThan(0)
      expect(await cue(mind, 'When is the concert?', texts[1]!, 'time')).toBe(0)
      expect(await cue(mind, 'Where is the concert?', texts[0]!, 'time')).toBe(0)
    })

    test('[REC9] substance gains up to twenty content tokens, length beyond measure loses', async () => {
      const long = randomEpisodes(60, 19)
        .map(({ text }) => text)
        .join(' ')
      const full = 'The concert of the youth orchestra drew a large crowd to the old harbour hall.'
      const texts = ['Anna: Concert!', `Ben: ${full}`, `Anna: ${long}`]
      const mind = await talkOf(texts)
      const [short, longer, longest] = await Promise.all(texts.map((text) => cue(mind, 'concert', text, 'substance')))
      expect(short).toBeGreaterThan(0)
      expect(longer).toBeGreaterThan(short!)
      expect(longest).toBeGreaterThanOrEqual(longer!)
      expect(await cue(mind, 'concert', texts[1]!, 'verbosity')).toBe(0)
      expect(await cue(mind, 'concert', texts[2]!, 'verbosity')).toBeLessThan(0)
    })

    test('[REC15] naming a time or being long says nothing for a note', async () => {
      const texts = ['The concert is on 4 June at eight.', 'The concert was loud.']
      const mind = await mindOf(texts)
      expect(await cue(mind, 'When is the concert?', texts[0]!, 'time')).toBe(0)
      expect(await cue(mind, 'When is the concert?', texts[0]!, 'substance')).toBe(0)
    })

    test('[REC9] a quoted phrase found verbatim boosts, its scattered words do not', async () => {
      const texts = ['He played a silent night of jazz.', 'A night so silent, nobody played.']
      const mind = await mindOf(texts)
      expect(await cue(mind, 'who played "silent night"', texts[0]!, 'phrase')).toBeGreaterThan(0)
      expect(await cue(mind, 'who played "silent night"', texts[1]!, 'phrase')).toBe(0)
      expect(await cue(mind, 'who played silent night', texts[0]!, 'phrase')).toBe(0)
    })

    test.each(['ECONNREFUSED', 'src/app/main.ts', 'v1.2.3', 'WW_DATA_DIR', '192.168.0.17'])(
      '[REC9] [REC2] the exact identifier %s boosts, and comes first',
      async (identifier) => {
        const texts = [
          `It stopped with ${identifier} again.`,
          'It stopped with an error again.',
          'It stopped at v1.2.4 in src/b.ts.',
        ]
        const mind = await mindOf(texts)
        expect(await cue(mind, `why ${identifier}?`, texts[0]!, 'identifier')).toBeGreaterThan(0)
        expect(await cue(mind, `why ${identifier}?`, texts[1]!, 'identifier')).toBe(0)
        expect((await explained(mind, `why ${identifier}?`))[0]?.content).toBe(texts[0])
      },
    )
  })
})
