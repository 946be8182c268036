import { describe, expect, test } from 'vitest'
import { countFaults, planJourneys } from './fault.js'
import { kinds } from './kinds.js'
import { note, readLedger, without } from './ledger.js'
import { type Played, playAll } from './play.js'

/** About a hundred by default, thousands with `npm run test:faults`. */
const count = Number(process.env.WW_FAULTS_COUNT ?? 104)
/** A run goes on where the last one ended. */
const ledger = process.env.WW_FAULTS_LEDGER
const seconds = Number(process.env.WW_FAULTS_SECONDS ?? 3_600)
/** Such as `WW_FAULTS_ONLY="power cut 7"`: one seed, to look into. */
const only = process.env.WW_FAULTS_ONLY?.split(',')
/** Others than in every `npm test`, for a campaign. */
const firstSeed = Number(process.env.WW_FAULTS_FIRST_SEED ?? 1)
const lanes = Number(process.env.WW_FAULTS_LANES ?? 4)

const planned = planJourneys(kinds, count, firstSeed).filter(
  ({ kind, seed }) => only === undefined || only.includes(kind.name) || only.includes(`${kind.name} ${seed}`),
)

describe('whatever goes wrong', () => {
  test(`[COM11] [COM8] ${countFaults(planned)} faults: it works, recovers, or says clearly what to do`, {
    timeout: seconds * 1_000 + 300_000,
  }, async () => {
    const played: Played[] = []
    const journeys = without(planned, ledger === undefined ? [] : readLedger(ledger))
    await playAll(journeys, {
      lanes,
      until: Date.now() + seconds * 1_000,
      onPlayed(one) {
        played.push(one)
        if (ledger !== undefined) note(ledger, one)
      },
    })
    const failed = played.filter(({ failure }) => failure !== undefined)
    expect(failed.map(({ kind, seed, failure }) => `${kind}, seed ${seed}: ${failure}`).join('\n\n')).toBe('')
  })
})
