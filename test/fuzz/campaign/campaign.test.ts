import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { areas } from '../areas/areas.js'
import { type AreaResult, replay, runArea } from './run-area.js'
import { seedsOf } from './seeds.js'

/** `npm run test:fuzz` says how long, and where from; here the same cases are played in every run. */
const { WW_FUZZ_ONLY: only, WW_FUZZ_MS: ms, WW_FUZZ_AREA_SEED, WW_FUZZ_MARK, WW_FUZZ_RESULTS: results } = process.env
const isCampaign = ms !== undefined && results !== undefined
const seed = Number(WW_FUZZ_AREA_SEED ?? 20_260_105)
const chosen = areas.filter(({ name }) => only === undefined || name === only)

/** What nobody waits for may break, too. */
const unhandled: unknown[] = []
process.on('unhandledRejection', (error) => unhandled.push(error))

describe.each(chosen)('fuzzing $name', (area) => {
  const seeds = seedsOf(area.name)

  if (seeds.length > 0) {
    test('what was found once stays mended', { timeout: 300_000 }, async () => {
      for (const each of seeds) await replay(area, each)
      expect(unhandled).toEqual([])
    })
  }

  test(`[COM8] whatever comes, the rules hold, seed ${seed}`, { timeout: 3_600_000 }, async () => {
    const budget = isCampaign
      ? { seed, runs: Number.POSITIVE_INFINITY, ms: Number(ms), ...(WW_FUZZ_MARK ? { mark: WW_FUZZ_MARK } : {}) }
      : { seed, runs: area.shortRuns }
    const result = await runArea(area, budget)
    told.push({ area: area.name, ...result })
    expect(unhandled).toEqual([])
    if (!isCampaign) expect(result.found).toEqual([])
  })
})

const told: ({ readonly area: string } & AreaResult)[] = []
afterAll(() => {
  if (results !== undefined) writeFileSync(results, JSON.stringify(told))
})
