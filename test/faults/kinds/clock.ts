import { DatabaseSync } from '@photostructure/sqlite'
import { openWorldWeaver } from '#ww/index.js'
import { databaseIn } from '../../support/database.js'
import { createSettableClock } from '../../support/minds.js'
import type { FaultKind } from '../fault.js'
import { tellHere } from '../filled-store.js'
import { Story } from '../story.js'
import { bearWitness } from '../witness.js'

const jumps = 8
const day = 86_400_000
const steps = [-1, 1, -1_000, 60_000, -3_600_000, day, -30 * day, 365 * day, -365 * day, 3_650 * day]

/** A clock that is set back and forward between the calls, with the next process on the right time again. */
export const jumpingClock: FaultKind = {
  name: 'clock set back and forward',
  faultsPerSeed: jumps,
  share: 8,
  async run(random, ground) {
    const dataDir = ground.newFolder()
    const story = new Story(random)
    const clock = createSettableClock(Date.now())
    const place = { dataDir, project: 'tests', session: 'default', rateLimit: 0, logLevel: 'silent' } as const
    const mind = openWorldWeaver({ ...place, threads: 'inline', checksOutput: true, clock })
    ground.afterwards(() => mind.close())
    for (let jump = 0; jump < jumps; jump++) {
      clock.advance(random.pick(steps))
      await tellHere(mind, story, 3)
      await mind.call('query_at_time', { query: 'cargo', point_in_time: new Date(clock.now()).toISOString() })
    }
    await bearWitness(dataDir, story)
    checkTimes(dataDir)
    return Array(jumps).fill('works')
  },
}

/** No version ends before it began, and the chain of each has no hole. */
function checkTimes(dataDir: string): void {
  const database = new DatabaseSync(databaseIn(dataDir), { readOnly: true, timeout: 30_000 })
  try {
    const wrong = database
      .prepare(
        `SELECT row FROM versions WHERE ended_at < began_at
         UNION SELECT row FROM memories WHERE version <> 1 + (SELECT count(*) FROM versions WHERE versions.row = memories.row)
         UNION SELECT versions.row FROM versions JOIN versions AS next
           ON next.row = versions.row AND next.version = versions.version + 1 WHERE next.began_at <> versions.ended_at`,
      )
      .all()
    if (wrong.length > 0) throw new Error(`${wrong.length} memories with versions out of order`)
  } finally {
    database.close()
  }
}
