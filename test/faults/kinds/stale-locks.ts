import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { databaseIn } from '../../support/database.js'
import { helperProgram } from '../../support/program.js'
import type { FaultKind } from '../fault.js'
import { closedStore, copyStore, tellHere } from '../filled-store.js'
import { Story } from '../story.js'
import { bearWitness, withMind } from '../witness.js'

/** What the dead have left behind keeps nobody waiting for long. */
export const staleLocks: FaultKind = {
  name: 'stale lock',
  faultsPerSeed: 3,
  share: 4,
  async run(random, ground) {
    const { folder, told } = await closedStore(random.below(4))
    const dataDir = ground.newFolder()
    copyStore(folder, dataDir)
    const story = new Story(random, 'later')
    const goOn = async () => {
      await withMind(dataDir, async (mind) => {
        await tellHere(mind, story, 3)
        await mind.call('consolidate_now', {})
        await mind.call('gwt_set_goal', { description: 'Go on.' })
      })
      await bearWitness(dataDir, told)
      await bearWitness(dataDir, story)
    }

    leaveLeases(dataDir, random.below(2) === 0 ? 300 : 30 * 86_400_000 + random.below(10_000))
    await goOn()

    const holder = spawn(process.execPath, [helperProgram('lock-holder'), databaseIn(dataDir)])
    ground.afterwards(() => holder.kill('SIGKILL'))
    await once(holder.stdout, 'data')
    holder.kill('SIGKILL')
    await once(holder, 'close')
    await goOn()

    leaveRubbish(dataDir)
    await goOn()
    return ['recovers', 'recovers', 'works']
  },
}

/** Of processes that were killed, one of them before the clock was set back. */
function leaveLeases(dataDir: string, lastsMs: number): void {
  const database = new DatabaseSync(databaseIn(dataDir), { timeout: 30_000 })
  const names = database.prepare('SELECT name FROM bookmarks').all() as { name: string }[]
  const leave = database.prepare('INSERT OR REPLACE INTO leases VALUES (?, ?, ?)')
  for (const name of ['consolidation', 'consolidate', ...names.map((each) => each.name)]) {
    leave.run(name, 'somebody who is gone', Date.now() + lastsMs)
  }
  database.close()
}

/** Half a backup, and the socket of a server that is no more. */
function leaveRubbish(dataDir: string): void {
  writeFileSync(`${databaseIn(dataDir)}.schema-1.backup.4194304.partial`, 'half a backup')
  mkdirSync(join(dataDir, 'habit'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'habit', '4194304.sock'), '')
  writeFileSync(`${databaseIn(dataDir)}-journal`, '')
}
