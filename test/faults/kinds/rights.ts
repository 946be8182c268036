import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseIn } from '../../support/database.js'
import { runCommand } from '../command.js'
import type { FaultKind, Verdict } from '../fault.js'
import { closedStore, copyStore, loggedStore } from '../filled-store.js'
import type { Told } from '../story.js'
import { bearWitness } from '../witness.js'

/** What the rights of the folder and of the files in it become. */
interface Taken {
  readonly folder?: number
  readonly files?: number
  readonly isOwnFolderMissing?: boolean
}

/** A folder or files that may not be read or written. */
const lost = (name: string, takes: readonly Taken[], share: number): FaultKind => ({
  name,
  faultsPerSeed: takes.length,
  share,
  async run(random, ground) {
    const store = await (random.below(2) === 0 ? closedStore : loggedStore)(random.below(4))
    const verdicts: Verdict[] = []
    for (const taken of takes) {
      const copy = ground.newFolder()
      copyStore(store.folder, copy)
      ground.afterwards(() => giveBack(copy))
      if (taken.files !== undefined) for (const name of readdirSync(copy)) chmodSync(join(copy, name), taken.files)
      if (taken.folder !== undefined) chmodSync(copy, taken.folder)
      const dataDir = taken.isOwnFolderMissing === true ? join(copy, 'deeper', 'still') : copy
      verdicts.push(await useIt(dataDir, store.told, taken.files === undefined || random.below(2) === 0))
      giveBack(copy)
      if (taken.isOwnFolderMissing !== true) await bearWitness(copy, store.told)
    }
    return verdicts
  },
})

export const readOnlyFolder = lost('read-only folder', [{ folder: 0o500, files: 0o400 }, { folder: 0o500 }], 2)
export const permissionDenied = lost(
  'permission denied',
  [{ folder: 0o000 }, { files: 0o000 }, { folder: 0o500, isOwnFolderMissing: true }],
  2,
)

function giveBack(folder: string): void {
  if (!existsSync(folder)) return
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600)
}

/** Either it reads and writes as ever, or it says what to do. */
async function useIt(dataDir: string, told: Told, isReading: boolean): Promise<Verdict> {
  const [id, known] = [...told.memories].find(([, { isGone }]) => isGone === false)!
  const args = isReading ? ['get-memory', id] : ['remember', 'Written where nobody may write.']
  const { code, stdout, stderr } = await runCommand([...args, '--json'], { dataDir, isOrdinary: true })
  const body = JSON.parse(stdout) as { error?: string; message?: string; content?: string }
  if (code === 0) {
    if (isReading && body.content !== known.text) throw new Error('another text')
    if (!isReading) throw new Error(`${databaseIn(dataDir)} was written without the right to`)
    return 'works'
  }
  const isClear = body.error === 'internal_error' && /needs read and write permission/.test(body.message ?? '')
  if (!isClear) throw new Error(`unclear: ${code} ${stdout} ${stderr}`)
  return 'clear message'
}
