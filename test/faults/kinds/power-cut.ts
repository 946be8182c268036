import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseIn } from '../../support/database.js'
import type { Random } from '../../support/random.js'
import { type Door, doorNames, openDoor, tell } from '../doors.js'
import type { FaultKind } from '../fault.js'
import { copyStore } from '../filled-store.js'
import { noise, overwrite, sizeOf } from '../spoil.js'
import { Story } from '../story.js'
import { bearWitness } from '../witness.js'

const cuts = 10

/**
 * The machine stops: everything stands still, and the files as they are at that moment are all that is left. What no
 * answer vouches for may not have reached the disk: by chance the end of the log is cut off or garbled from where it
 * was at the last answer, and the index of the log, which is never synced, is lost or garbled.
 */
export const powerCut: FaultKind = {
  name: 'power cut',
  faultsPerSeed: cuts,
  share: 28,
  async run(random, ground) {
    const dataDir = ground.newFolder()
    const story = new Story(random)
    const door = await openDoor(random.pick(doorNames), { dataDir })
    ground.afterwards(() => door.kill())
    const log = `${databaseIn(dataDir)}-wal`
    const atOnce = random.pick([1, 1, 4, 16])
    let vouchedBytes = 0
    let isOver = false
    const telling = tell(door, story, {
      atOnce,
      isOver: () => isOver,
      onAnswered() {
        vouchedBytes = bytesOf(log)
      },
    })
    const cutting = (async () => {
      while (story.memories.size === 0) await pause(2)
      for (let cut = 0; cut < cuts; cut++) {
        await pause(random.next() * 60)
        const copy = ground.newFolder()
        stop(door)
        // Nothing is answered between the stop and the copy: this thread does not wait.
        copyStore(dataDir, copy)
        const told = story.snapshot()
        process.kill(door.pid, 'SIGCONT')
        loseWhatWasNotSynced(copy, atOnce === 1 ? vouchedBytes : Number.POSITIVE_INFINITY, random)
        await bearWitness(copy, told)
      }
    })()
    await Promise.race([telling, cutting])
    isOver = true
    await Promise.all([telling, cutting])
    return Array(cuts).fill('recovers')
  },
}

/** Returns when every thread stands still. */
function stop({ pid }: Door): void {
  process.kill(pid, 'SIGSTOP')
  const isStill = (thread: string) => / [TtZ] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))
  while (!readdirSync(`/proc/${pid}/task`).every(isStill)) waitAMoment()
}

const waitAMoment = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)

function loseWhatWasNotSynced(dataDir: string, vouchedBytes: number, random: Random): void {
  const [log, index] = [`${databaseIn(dataDir)}-wal`, `${databaseIn(dataDir)}-shm`]
  const unsynced = bytesOf(log) - vouchedBytes
  if (unsynced > 0) {
    const from = vouchedBytes + random.below(unsynced)
    if (random.below(2) === 0) truncateSync(log, from)
    else overwrite(log, noise(random, sizeOf(log) - from), from)
  }
  if (bytesOf(index) > 0 && random.below(2) === 0) overwrite(index, noise(random, sizeOf(index)), 0)
  else if (bytesOf(index) > 0) truncateSync(index, 0)
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
