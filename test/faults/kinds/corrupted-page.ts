import { databaseIn } from '../../support/database.js'
import type { Random } from '../../support/random.js'
import { assertClear, tryIt } from '../clear-message.js'
import type { FaultKind, Verdict } from '../fault.js'
import { closedStore, copyStore } from '../filled-store.js'
import { noise, overwrite, pageBytes, readPart, sizeOf } from '../spoil.js'
import type { Told } from '../story.js'
import { withMind } from '../witness.js'

const times = 4

/**
 * A page of the database that holds zeros, noise, or what belongs to another. What is told of a memory is right, or the
 * answer says that the file is damaged. SQLite keeps no checksums: that a word is not found any more, because the page
 * of an index holds something else, is for the doctor to find.
 */
export const corruptedPage: FaultKind = {
  name: 'corrupted page',
  faultsPerSeed: times,
  share: 14,
  async run(random, ground) {
    const { folder, told } = await closedStore(random.below(4))
    const verdicts: Verdict[] = []
    for (let time = 0; time < times; time++) {
      const copy = ground.newFolder()
      copyStore(folder, copy, (name) => name === 'world-weaver.db')
      spoilPage(databaseIn(copy), random)
      verdicts.push(await askAll(copy, told))
    }
    return verdicts
  },
}

function spoilPage(path: string, random: Random): void {
  const pages = Math.floor(sizeOf(path) / pageBytes)
  const at = random.below(pages) * pageBytes
  const how = random.below(3)
  if (how === 0) overwrite(path, new Uint8Array(pageBytes), at)
  else if (how === 1) overwrite(path, noise(random, pageBytes), at)
  else overwrite(path, readPart(path, random.below(pages) * pageBytes, pageBytes), at)
}

const damaged = /damaged.*ww doctor --fix/

async function askAll(dataDir: string, told: Told): Promise<Verdict> {
  let isTold = false
  await withMind(dataDir, async (mind) => {
    const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> => {
      const got = await tryIt(call)
      if ('answer' in got) return got.answer
      assertClear(got, damaged)
      isTold = true
      return undefined
    }
    const alive = [...told.memories].filter(([, { isGone }]) => isGone === false)
    for (const [id, known] of alive) {
      const memory = await ask(() => mind.call('get_memory', { id }))
      if (memory !== undefined && memory.content !== known.text) throw new Error(`${id} has another text`)
    }
    for (const [, { text }] of alive.slice(-10)) {
      const query = /cargo №\d+/.exec(text)?.[0] ?? 'cargo'
      const found = await ask(() => mind.call('recall', { query, limit: 10 }))
      for (const memory of found?.memories ?? []) {
        const stored = told.memories.get(memory.id)
        if (stored !== undefined && memory.truncated !== true && memory.content !== stored.text)
          throw new Error(`${memory.id} was recalled with another text`)
      }
    }
  })
  return isTold ? 'clear message' : 'works'
}
