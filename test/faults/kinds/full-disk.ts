import { spawnSync } from 'node:child_process'
import { type Door, openMcp } from '../doors.js'
import type { FaultKind, Ground } from '../fault.js'
import type { Body } from '../story.js'
import { Story } from '../story.js'
import { bearWitness } from '../witness.js'

const full = /(disk is full|Check the disk, and whether it is full).*Reference: [0-9a-f]{8}$/

/** A disk without room: what is refused says so, what was answered stays, and it goes on when there is room again. */
export const fullDisk: FaultKind = {
  name: 'disk full',
  faultsPerSeed: 1,
  share: 1,
  async run(random, ground) {
    const dataDir = ground.newFolder()
    const grow = makeSmallDisk(dataDir, 1_000 + random.below(2_000), ground)
    const door = await openMcp({ dataDir, ...(grow === undefined ? { isDiskSmall: true } : {}) })
    ground.afterwards(() => door.kill())
    const story = new Story(random)
    const refused = await fill(door, story, 1 + random.below(2_000))
    if (!full.test(String(refused.message))) throw new Error(`unclear: ${JSON.stringify(refused)}`)
    await readAll(door, story)
    if (grow === undefined) return ['clear message']
    grow()
    for (let call = 0; call < 3; call++) {
      const { tool, input, answered } = story.next()
      const body = await door.call(tool, input)
      if (body.error !== undefined) throw new Error(`there is room again: ${tool} ${JSON.stringify(body)}`)
      answered(body)
    }
    await door.kill()
    await bearWitness(dataDir, story)
    return ['recovers']
  },
}

/** Until there is no more room: what the last one was told. */
async function fill(door: Door, story: Story, repeats: number): Promise<Body> {
  for (let call = 0; call < 2_000; call++) {
    const text = `${story.text()} ${'The log goes on. '.repeat(repeats)}`
    const body = await door.call('remember', { text })
    if (body.error !== undefined) return body
    story.memories.set(String(body.id), { text, isGone: false })
  }
  throw new Error('the disk never was full')
}

/** Whoever cannot write can still remember. */
async function readAll(door: Door, story: Story): Promise<void> {
  for (const [id, { text }] of story.memories) {
    const body = await door.call('get_memory', { id })
    if (body.content !== text) throw new Error(`${id} on a full disk: ${JSON.stringify(body).slice(0, 200)}`)
  }
  const recalled = await door.call('recall', { query: 'cargo', limit: 1 })
  if (recalled.total !== story.memories.size) throw new Error(`recalled ${recalled.total} of ${story.memories.size}`)
}

/** A file system of a few megabytes where one may be made; what makes room in it. */
function makeSmallDisk(folder: string, kilobytes: number, ground: Ground): (() => void) | undefined {
  const mount = (...options: string[]) => spawnSync('mount', ['-t', 'tmpfs', ...options, folder]).status === 0
  if (!mount('-o', `size=${kilobytes}k,mode=0700`, 'tmpfs')) return undefined
  ground.afterwards(() => spawnSync('umount', ['-l', folder]))
  return () => {
    if (spawnSync('mount', ['-o', `remount,size=${kilobytes * 20}k`, folder]).status !== 0) throw new Error('remount')
  }
}
