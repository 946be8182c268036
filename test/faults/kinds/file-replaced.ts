import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseIn } from '../../support/database.js'
import { assertClear, refusalOf } from '../clear-message.js'
import type { FaultKind, Verdict } from '../fault.js'
import { closedStore, copyStore, loggedStore, tellHere } from '../filled-store.js'
import { Story } from '../story.js'
import { bearWitness, openMind, withMind } from '../witness.js'

const clear = /ww restore <backup>/

/** By a program of its own: a process that opens and closes a file that it uses drops its locks. */
const copyOver = (from: string, to: string) =>
  execFileSync(process.execPath, ['-e', `fs.copyFileSync(${JSON.stringify(from)}, ${JSON.stringify(to)})`])

/**
 * The file of a running process is deleted, replaced or written over: no answer is given that is not in the file. The
 * same bytes written over it change nothing.
 */
export const replacedFile: FaultKind = {
  name: 'file deleted or replaced',
  faultsPerSeed: 4,
  share: 4,
  async run(random, ground) {
    const seed = random.below(4)
    const { folder, told } = await closedStore(seed)
    const another = await closedStore(seed + 1)
    for (const how of ['deleted', 'replaced', 'written over', 'rewritten'] as const) {
      const dataDir = ground.newFolder()
      copyStore(folder, dataDir)
      const path = databaseIn(dataDir)
      const other = join(ground.newFolder(), 'other.db')
      copyFileSync(how === 'written over' ? databaseIn(another.folder) : path, other)
      const mind = openMind(dataDir)
      const story = new Story(random, how)
      await tellHere(mind, story, 1 + random.below(12))
      if (how === 'deleted') rmSync(path)
      else if (how === 'replaced') renameSync(other, path)
      else copyOver(other, path)
      const text = `Written when the file was ${how}.`
      if (how === 'rewritten') {
        await mind.call('remember', { text })
        await mind.close()
        await bearWitness(dataDir, told)
        await bearWitness(dataDir, story.snapshot())
        continue
      }
      assertClear(await refusalOf(() => mind.call('remember', { text })), clear)
      assertClear(await refusalOf(() => mind.call('remember', { text })), clear)
      await mind.close()
      if (how === 'deleted' && existsSync(path)) throw new Error('the file came back')
    }
    return [...Array<Verdict>(3).fill('clear message'), 'recovers']
  },
}

/** Another file was put beside the log that a killed process has left. */
export const foreignLog: FaultKind = {
  name: 'log of another file',
  faultsPerSeed: 2,
  share: 3,
  async run(random, ground) {
    const seed = random.below(3)
    const logged = await loggedStore(seed)
    const other = await closedStore(seed + 1)
    for (const isGone of [false, true]) {
      const dataDir = ground.newFolder()
      copyStore(logged.folder, dataDir)
      if (isGone) rmSync(databaseIn(dataDir))
      else copyFileSync(databaseIn(other.folder), databaseIn(dataDir))
      await withMind(dataDir, async (mind) => {
        assertClear(await refusalOf(() => mind.call('recall', { query: 'cargo' })), clear)
        assertClear(await refusalOf(() => mind.call('remember', { text: 'Too late.' })), clear)
      })
      for (const ending of ['-wal', '-shm']) rmSync(databaseIn(dataDir) + ending, { force: true })
      if (!isGone) await bearWitness(dataDir, other.told)
    }
    return ['clear message', 'clear message']
  },
}

/** Modes that somebody widened: the next start takes them back. */
export const widerModes: FaultKind = {
  name: 'modes widened',
  faultsPerSeed: 2,
  share: 2,
  async run(random, ground) {
    const { folder, told } = await loggedStore(random.below(4))
    for (const [folderMode, fileMode] of [
      [0o755, 0o644],
      [0o777, 0o666],
    ] as const) {
      const dataDir = ground.newFolder()
      copyStore(folder, dataDir)
      for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), fileMode)
      chmodSync(dataDir, folderMode)
      await bearWitness(dataDir, told)
      const wide = [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))].filter(
        (path) => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0,
      )
      if (wide.length > 0) throw new Error(`others may reach ${wide.join(', ')}`)
    }
    return ['recovers', 'recovers']
  },
}
