import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'

type Means = Readonly<Record<'fraction@10' | 'fraction@5' | 'MRR', number>>

describe("recall of a coding agent's transcripts, the half for development", () => {
  let scores: { readonly strangers: number; readonly recall: Means; readonly BM25: Means }
  beforeAll(async () => {
    const options = ['test/bench/agent.mjs', '--half', 'development', '--json']
    const { stdout } = await promisify(execFile)(process.execPath, options)
    scores = JSON.parse(stdout).development
  })

  test('[REC6] finds at least 0.92 of what its questions need among the first ten, and 0.15 more than BM25', () => {
    expect(scores.recall['fraction@10']).toBeGreaterThanOrEqual(0.92)
    expect(scores.recall['fraction@10'] - scores.BM25['fraction@10']).toBeGreaterThanOrEqual(0.15)
  })

  test('[REC6] finds at least 0.87 among the first five', () => {
    expect(scores.recall['fraction@5']).toBeGreaterThanOrEqual(0.87)
  })

  test('[COM13] answers with nothing of another project', () => {
    expect(scores.strangers).toBe(0)
  })
})
