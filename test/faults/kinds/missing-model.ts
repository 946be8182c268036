import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { installCopy, modelFiles } from '../../support/installed-copy.js'
import { runCommand } from '../command.js'
import type { FaultKind, Verdict } from '../fault.js'
import { closedStore, copyStore } from '../filled-store.js'
import { sizeOf } from '../spoil.js'
import { bearWitness } from '../witness.js'

/** An installation whose model lost a file, or the end of one. What was stored stays, and the whole program finds it. */
export const missingModel: FaultKind = {
  name: 'model file missing or cut',
  faultsPerSeed: 1,
  share: 1,
  async run(random, ground) {
    const { folder, told } = await closedStore(random.below(4))
    const dataDir = ground.newFolder()
    copyStore(folder, dataDir)
    const installed = installCopy(ground.newFolder())
    const file = join(installed, 'models', 'static-en-256', random.pick(modelFiles))
    if (random.below(2) === 0) rmSync(file)
    else truncateSync(file, random.below(sizeOf(file)))
    const main = join(installed, 'dist', 'app', 'main.js')
    const args = random.below(2) === 0 ? ['remember', 'Without a model.'] : ['recall', 'cargo']
    const { code, stdout } = await runCommand([...args, '--json'], { dataDir, main })
    const verdict: Verdict = code === 0 ? 'works' : 'clear message'
    const { message = '' } = JSON.parse(stdout) as { message?: string }
    if (code !== 0 && !/model.*install/i.test(message)) throw new Error(`unclear: ${stdout}`)
    await bearWitness(dataDir, told)
    return [verdict]
  },
}
