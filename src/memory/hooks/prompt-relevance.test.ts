import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TermCoverage } from '../recall/ranking/rank.js'
import { distinctnessOf, type Finding, promptRelevance } from './prompt-relevance.js'

const covering = (surface: string, cover = 1, term = surface.length * 1_000 + surface.charCodeAt(0)): TermCoverage => ({
  word: {
    surface,
    terms: [term],
    tokens: [term],
    isName: false,
    isTime: false,
    isIdentifier: false,
    isWhole: false,
    background: 0,
  },
  weight: 5,
  rarity: 0.9,
  cover,
})

const finding = (termCoverage: readonly TermCoverage[], given: Partial<Finding> = {}): Finding => ({
  relevance: 0.3,
  termCoverage,
  distinctness: termCoverage.map(() => 1),
  part: { text: termCoverage.map(({ word }) => word.surface).join(' ') },
  text: '- The harbor has a lantern.\n- Repair the lantern in spring.',
  ...given,
})

describe('[HOK2] signs that add up', () => {
  test('[HOK2] more relevance, more distinctness and nearer words never make it less', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, share, share, share, (relevance, distinct, cover, more) => {
        const of = (relevance: number, distinct: number, cover: number) =>
          promptRelevance(
            finding([covering('lantern'), covering('pier', cover * 0.99)], { relevance, distinctness: [distinct, 1] }),
          )
        const known = of(relevance, distinct, cover)
        expect(of(Math.max(relevance, more), distinct, cover)).toBeGreaterThanOrEqual(known)
        expect(of(relevance, Math.max(distinct, more), cover)).toBeGreaterThanOrEqual(known)
        expect(of(relevance, distinct, Math.max(cover, more))).toBeGreaterThanOrEqual(known)
      }),
    )
  })

  test('[HOK2] without a word of the subject there is nothing, however relevant', () => {
    expect(promptRelevance(finding([covering('lantern', 0.9)], { relevance: 0.99 }))).toBe(0)
    expect(promptRelevance(finding([covering('repair')], { relevance: 0.99 }))).toBe(0)
    for (const word of ['pls', 'fürs', 'welche', 'immer', 'kg', 'xy']) {
      expect(promptRelevance(finding([covering(word)], { relevance: 0.99, text: word }))).toBe(0)
    }
  })

  test('[HOK2] words of requesting count in the line that holds a word of the subject, and in no other', () => {
    const alone = promptRelevance(finding([covering('lantern')]))
    expect(alone).toBeGreaterThan(0)
    expect(promptRelevance(finding([covering('lantern'), covering('repair')]))).toBeGreaterThan(alone)
    const text = '- The harbor has a lantern.\n- Repair the pier in spring.'
    expect(promptRelevance(finding([covering('lantern'), covering('repair')], { text }))).toBe(alone)
  })

  test('[HOK2] words in one line count more than the same in several', () => {
    const words = [covering('lantern'), covering('pier')]
    const together = promptRelevance(finding(words, { text: '- The lantern of the pier.' }))
    expect(together).toBeGreaterThan(promptRelevance(finding(words, { text: '- The lantern.\n- The pier.' })))
  })

  test('[HOK2] what was asked, and a file that was changed, count less than what a session came to', () => {
    const of = (text: string) => promptRelevance(finding([covering('lantern'), covering('pier')], { text }))
    const settled = of('Asked:\n- why\nSettled:\n- The lantern of the pier.')
    expect(of('The lantern of the pier.')).toBe(settled)
    expect(of('Asked:\n- The lantern of the pier.\nSettled:\n- Yes.')).toBeLessThan(settled)
    expect(of('Settled:\n- Yes.\nChanged:\n- src/lantern/pier.ts')).toBeLessThan(settled)
  })

  test('[HOK2] a short word is not the beginning of a long one, but may have an ending', () => {
    const of = (text: string) => promptRelevance(finding([covering('pad'), covering('lantern')], { text }))
    expect(of('The lantern and the pads.')).toBeGreaterThan(of('The lantern and the padlock.'))
  })

  test('[HOK2] the weaker of relevance and words counts once more: some of both is better than much of one', () => {
    const text = '- The lantern, the pier and the crane.'
    const words = [covering('lantern'), covering('pier')]
    expect(promptRelevance(finding(words, { relevance: 0.3, text }))).toBeGreaterThan(0)
    expect(promptRelevance(finding(words, { relevance: 0.03, text }))).toBe(0)
    expect(promptRelevance(finding([covering('lantern')], { relevance: 0.7, distinctness: [0.2], text }))).toBe(0)
  })

  test('[HOK2] a word that fewer of the examined memories hold says more; one of a single memory says all', () => {
    const [one, two, all, near] = distinctnessOf([
      [covering('pier'), covering('crane'), covering('harbor'), covering('quay', 0.5)],
      [covering('pier', 0), covering('crane'), covering('harbor'), covering('quay', 0)],
      [covering('pier', 0.6), covering('crane', 0), covering('harbor'), covering('quay', 0)],
    ])
    expect(one).toBe(1)
    expect(near).toBe(1)
    expect(two).toBeLessThan(1)
    expect(all).toBeLessThan(two!)
    expect(distinctnessOf([[covering('pier')]])).toEqual([1])
    expect(distinctnessOf([])).toEqual([])
  })
})

describe('[HOK5] a failure', () => {
  test('[HOK5] relevance decides; words of the error are needed, and add nothing', () => {
    const part = { text: 'go build lantern', errorLine: 'lantern exploded' }
    const of = (relevance: number, words: readonly string[]) =>
      promptRelevance(
        finding(
          words.map((each) => covering(each)),
          { relevance, part },
        ),
      )
    expect(of(0.6, ['lantern'])).toBeGreaterThanOrEqual(0.5)
    expect(of(0.5, ['lantern'])).toBe(0)
    expect(of(0.5, ['lantern', 'exploded'])).toBe(0)
    expect(of(0.9, ['build'])).toBe(0)
  })
})
