import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'

interface Scores {
  readonly precision: number
  readonly recall: number
}
type ByHalf = Readonly<Record<'development' | 'held out' | 'all', Readonly<Record<string, Scores>>>>

describe('extraction by rules on the labelled episodes', () => {
  let scores: { readonly episodes: number; readonly entities: ByHalf; readonly relations: ByHalf }
  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['test/bench/extraction.mjs', '--json'])
    scores = JSON.parse(stdout)
  })

  test('[CON3] there are enough of them', () => {
    expect(scores.episodes).toBeGreaterThanOrEqual(80)
  })

  test.each([
    ['entities', 'all'],
    ['entities', 'held out'],
    ['relations', 'all'],
    ['relations', 'held out'],
  ] as const)('[CON3] finds %s, %s, with precision ≥ 0.8 and recall ≥ 0.6', (what, half) => {
    const { precision, recall } = scores[what][half].all!
    expect(precision).toBeGreaterThanOrEqual(0.8)
    expect(recall).toBeGreaterThanOrEqual(0.6)
  })
})
