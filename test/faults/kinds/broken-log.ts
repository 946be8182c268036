import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { databaseIn } from '../../support/database.js'
import type { FaultKind } from '../fault.js'
import { copyStore, loggedStore } from '../filled-store.js'
import { noise, overwrite, sizeOf } from '../spoil.js'
import type { Told } from '../story.js'
import { bearWitness } from '../witness.js'

const times = 5

/**
 * A disk that lost part of the log, though it had said that it was written. What is behind the damage cannot come
 * back; what is before it must be there, whole, and nothing of it half.
 */
export const brokenLog: FaultKind = {
  name: 'log cut or garbled',
  faultsPerSeed: times,
  share: 12,
  async run(random, ground) {
    const { folder, moments } = await loggedStore(random.below(4))
    for (let time = 0; time < times; time++) {
      const copy = ground.newFolder()
      copyStore(folder, copy, (name) => !name.endsWith('-shm'))
      const log = `${databaseIn(copy)}-wal`
      const from = random.below(sizeOf(log))
      const how = random.below(4)
      if (how === 0) truncateSync(log, from)
      else if (how === 1) overwrite(log, noise(random, sizeOf(log) - from), from)
      else if (how === 2) overwrite(log, Uint8Array.of(1 + random.below(255)), from)
      else rmSync(log)
      const left = how === 3 ? moments[0]! : moments.findLast(({ logBytes }) => logBytes <= from)!
      await bearWitness(
        copy,
        how === 2
          ? prefix(
              moments.map(({ told }) => told),
              left.told,
            )
          : left.told,
      )
    }
    return Array(times).fill('recovers')
  },
}

/** One byte may have been what it was made: then more than the part before it is there. */
function prefix(moments: readonly Told[], least: Told): Told {
  const isLater = (id: string) => moments.at(-1)!.memories.get(id)
  return {
    ...least,
    memories: new Map(
      [...least.memories].map(([id, known]) => {
        const later = isLater(id)
        return [
          id,
          later?.isGone === known.isGone && later.importance === known.importance
            ? known
            : { ...known, importance: undefined, isGone: known.isGone === true ? true : 'perhaps' },
        ]
      }),
    ),
  }
}

/** The index of the log is a cache of it: any process makes it anew. */
export const brokenIndex: FaultKind = {
  name: 'index of the log lost or garbled',
  faultsPerSeed: times,
  share: 5,
  async run(random, ground) {
    const { folder, told } = await loggedStore(random.below(4))
    for (let time = 0; time < times; time++) {
      const copy = ground.newFolder()
      copyStore(folder, copy)
      const index = `${databaseIn(copy)}-shm`
      const how = random.below(3)
      if (how === 0) rmSync(index, { force: true })
      else writeFileSync(index, noise(random, how === 1 ? 32_768 : random.below(32_768)))
      await bearWitness(copy, told)
    }
    return Array(times).fill('works')
  },
}
