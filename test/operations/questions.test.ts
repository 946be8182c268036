import { beforeAll, describe, expect, test } from 'vitest'
import { days, newMemories, start } from '../support/memories.js'
import { contentsOf, type Mind, useMinds } from '../support/minds.js'

/** A Monday. */
const today = start

describe('questions', () => {
  const minds = useMinds()
  const mindWith = async (given: Parameters<typeof newMemories>[0]): Promise<Mind> =>
    minds.open({ dataDir: await minds.folderWith(await newMemories(given)) })
  const recall = async (mind: Mind, query: string) => contentsOf((await mind.call('recall', { query })).memories)

  describe('about a time', () => {
    const visit = (text: string, happenedAt: number) => ({ text, happenedAt, session: text.replaceAll(/\W/g, '-') })
    let mind: Mind
    beforeAll(async () => {
      mind = await mindWith([
        visit('We visited the harbour with Carla.', today - days(4)),
        visit('We visited the harbour with Deniz.', today - days(40)),
        visit('We visited the harbour with Emil.', today - days(300)),
        visit('On 12 June 2024 we visited the harbour with Farah.', today - days(2)),
      ])
    })
    const dated = async (query: string) => {
      const { memories, total } = await mind.call('recall', { query, explain: true })
      expect([memories.length, total]).toEqual([4, 4])
      return memories
        .filter(({ explanation }) =>
          explanation?.parts.some((part) => part.name === 'date' && part.contribution > 0.05),
        )
        .map(({ content }) => content.replace(/.*with |\./g, ''))
        .sort()
    }

    test('[REC8] "last week" boosts what happened then, and filters nothing', async () => {
      expect(await dated('Whom did we meet at the harbour last week?')).toEqual(['Carla', 'Farah'])
    })

    test('[REC8] "last week" is relative to the asking clock', async () => {
      mind.clock.set(today - days(33))
      expect(await dated('Whom did we meet at the harbour last week?')).toEqual(['Deniz'])
      mind.clock.set(today + days(365))
      expect(await dated('Whom did we meet at the harbour last week?')).toEqual([])
      mind.clock.set(today)
    })

    test('[REC8] a text that names the time gains too', async () => {
      expect(await dated('Whom did we meet at the harbour on 12 June 2024?')).toEqual(['Farah'])
    })

    test('[REC8] the boosted comes before its equal', async () => {
      const equals = (await recall(mind, 'We visited the harbour in November 2025')).filter((text) => !/\d/.test(text))
      expect(equals[0]).toContain('Deniz')
    })

    test('[REC8] a question without a time boosts none', async () => {
      expect(await dated('Whom did we meet at the harbour?')).toEqual([])
    })
  })

  describe('of any form', () => {
    let mind: Mind
    beforeAll(async () => {
      mind = await mindWith(
        [
          'The café in Zürich serves crème brûlée.',
          'Die Lieferungen kamen gestern verspätet an, weil die Straßen gesperrt waren.',
          '我们决定把数据库迁移到新的服务器。',
          '昨日は東京で新しい図書館を見学しました。',
          '오늘 회의에서 예산을 확정했습니다.',
          'Party 🎉🚀 at Ben’s!',
          'function debounce(fn, wait) { return setTimeout(fn, wait) }',
          'The runners were running late for the race.',
        ].map((text, i) => ({ text, happenedAt: start - days(i), session: `s${i}` })),
      )
    })

    test.each([
      ['[REC11] Chinese', '数据库 迁移', '我们决定'],
      ['[REC11] Japanese', '図書館はどこですか', '昨日は'],
      ['[REC11] Korean', '회의 예산', '오늘'],
      ['[REC11] accents fold', 'cafe creme brulee in zurich', 'The café'],
      ['[REC11] a stem in the text’s language', 'welche Lieferung war verspätet', 'Die Lieferungen'],
      ['[REC1] full-width forms are the same words (NFKC)', 'ｃａｆé', 'The café'],
      ['[REC1] upper case', 'ZÜRICH CAFÉ', 'The café'],
      ['[REC1] English stems', 'who runs in races', 'The runners'],
      ['[REC1] emoji', '🎉', 'Party'],
      ['[REC2] code', 'debounce setTimeout', 'function debounce'],
    ])('%s is found: %s', async (_, query, beginning) => {
      expect((await recall(mind, query))[0]?.startsWith(beginning)).toBe(true)
    })

    test.each(['the of and', '???', '…', '   -   ', '。', '"', 'a'])(
      '[REC1] a query of only stop words or symbols still answers: %j',
      async (query) => {
        const { memories, total } = await mind.call('recall', { query })
        expect([memories.length, total]).toEqual([8, 8])
      },
    )

    test('[REC1] with nothing to go by, the newest come first', async () => {
      const { episodes } = await mind.call('recall_episodes', { query: '???' })
      expect(episodes[0]?.content).toContain('café')
    })
  })
})
