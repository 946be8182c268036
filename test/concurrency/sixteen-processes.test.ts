import { describe, expect, onTestFinished, test } from 'vitest'
import { type Door, doorNames, openDoor } from '../faults/doors.js'
import { withMind } from '../faults/witness.js'
import { integrityOf } from '../support/database.js'
import { createRandom } from '../support/random.js'
import { testSeed } from '../support/seed.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { type Call, findViolations } from './check-history.js'

/** Short by default, a minute with `npm run test:faults -- --concurrency`. */
const seconds = Number(process.env.WW_CONCURRENCY_SECONDS ?? 3)
const processes = 16
const newFolder = useTemporaryFolders()

describe('[COM11] sixteen processes on one store', () => {
  test(`[COM11] for ${seconds} seconds: every answer fits one order of events, and nothing answered is lost`, {
    timeout: seconds * 2_000 + 240_000,
  }, async () => {
    const dataDir = newFolder()
    const doors: Door[] = []
    onTestFinished(() => Promise.all(doors.map((door) => door.kill())).then(() => undefined))
    for (let at = 0; at < processes; at += 4) {
      const four = [0, 1, 2, 3].map((more) => openDoor(doorNames[(at + more) % 2]!, { dataDir }))
      doors.push(...(await Promise.all(four)))
    }
    const history: Call[] = []
    const ids: string[] = []
    const until = Date.now() + seconds * 1_000
    await Promise.all(doors.map((door, process) => live(door, process, { history, ids, until })))
    await Promise.all(doors.map((door) => door.kill()))
    const ending = await withMind(dataDir, async (mind) => {
      const versions = new Map<string, number>()
      for (const id of ids) versions.set(id, (await mind.call('get_memory', { id })).version)
      return versions
    })
    expect(findViolations(history, ending)).toEqual([])
    expect(history.length).toBeGreaterThanOrEqual(processes)
    expect(integrityOf(dataDir)).toBe('ok')
  })
})

interface World {
  readonly history: Call[]
  /** Of all memories that were answered, whoever wrote them. */
  readonly ids: string[]
  readonly until: number
}

/** Writes, changes what it wrote itself, and reads what anybody wrote. */
async function live(door: Door, process: number, { history, ids, until }: World): Promise<void> {
  const random = createRandom(testSeed + process)
  /** What nobody else changes, by its version. */
  const own = new Map<string, number>()
  for (let turn = 0; Date.now() < until; turn++) {
    const start = performance.now()
    if (ids.length === 0 || random.below(3) === 0) {
      const tool = random.pick(['create_episode', 'gwt_store'])
      const body = await door.call(tool, { content: `Process ${process} met ship ${process}-${turn}.` })
      expect(body.error, JSON.stringify(body)).toBeUndefined()
      ids.push(String(body.id))
      if (tool === 'create_episode') own.set(String(body.id), 1)
      history.push({ process, what: 'write', id: String(body.id), start, end: performance.now(), version: 1 })
      continue
    }
    if (own.size > 0 && random.below(3) === 0) {
      const [id, before] = random.pick([...own])
      // A value of its own each time: the one that it has already would open no version.
      const input = { episode_id: id, new_valence: (turn + 1) / 1_000_000 }
      const body = await door.call('mark_important', input)
      expect(body.error, JSON.stringify(body)).toBeUndefined()
      own.set(id, before + 1)
      history.push({ process, what: 'change', id, start, end: performance.now(), version: before + 1 })
      continue
    }
    const id = random.pick(ids.slice(-20))
    const body = await door.call('get_memory', { id })
    expect(body.error === undefined || body.error === 'not_found', JSON.stringify(body)).toBe(true)
    const version = (body.version as number | undefined) ?? null
    history.push({ process, what: 'read', id, start, end: performance.now(), version })
  }
}
