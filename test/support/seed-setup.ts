import fc from 'fast-check'
import { testSeed } from './seed.js'

// A property fails in one run as in the next; how many cases each tries is for the property to say, or a campaign.
const runs = process.env.WW_TEST_RUNS
fc.configureGlobal({ seed: testSeed, ...(runs === undefined ? {} : { numRuns: Number(runs) }) })
