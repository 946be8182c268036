import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../support/random.js'
import { doorNames, openDoor, tell } from '../doors.js'
import type { FaultKind, Ground } from '../fault.js'
import { Story } from '../story.js'
import { bearWitness } from '../witness.js'

const kills = 4

/** `kill -9` of a server in the middle of all kinds of writes, and the next one on the same store. */
export const killedServer: FaultKind = {
  name: 'server killed',
  faultsPerSeed: kills,
  share: 12,
  async run(random, ground) {
    const dataDir = ground.newFolder()
    const story = new Story(random)
    for (let kill = 0; kill < kills; kill++) {
      await writeUntilKilled(dataDir, story, random, ground)
      await bearWitness(dataDir, story)
    }
    return Array(kills).fill('recovers')
  },
}

async function writeUntilKilled(dataDir: string, story: Story, random: Random, ground: Ground): Promise<void> {
  const door = await openDoor(random.pick(doorNames), { dataDir })
  ground.afterwards(() => door.kill())
  const answers = random.below(12)
  // From the first write that opens the store, to the middle of a group commit.
  const delay = random.below(4) === 0 ? random.below(120) : random.next() * 12
  let answered = 0
  let killing: Promise<void> | undefined
  const kill = () => {
    killing ??= pause(delay).then(() => door.kill())
  }
  const onAnswered = () => {
    if (++answered >= answers) kill()
  }
  if (answers === 0) kill()
  await tell(door, story, { atOnce: random.pick([1, 1, 4, 16]), isOver: () => false, onAnswered })
  await killing
}
