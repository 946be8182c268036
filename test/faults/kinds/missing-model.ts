import { cpSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../command.js'
import type { FaultKind, Verdict } from '../fault.js'
import { closedStore, copyStore } from '../filled-store.js'
import { sizeOf } from '../spoil.js'
import { bearWitness } from '../witness.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const files = ['model.json', 'vocab.txt', 'vectors.i8', 'scales.f32', 'near.u16']

/** An installation whose model lost a file, or the end of one. What was stored stays, and the whole program finds it. */
export const missingModel: FaultKind = {
  name: 'model file missing or cut',
  faultsPerSeed: 1,
  share: 1,
  async run(random, ground) {
    const { folder, told } = await closedStore(random.below(4))
    const dataDir = ground.newFolder()
    copyStore(folder, dataDir)
    const installed = install(ground.newFolder())
    const file = join(installed, 'models', 'static-en-256', random.pick(files))
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

/** The package as it is, but for the model, whose files are copies. */
function install(folder: string): string {
  link(join(root, 'dist'), join(folder, 'dist'))
  cpSync(join(root, 'models'), join(folder, 'models'), { recursive: true })
  cpSync(join(root, 'kernel', 'dot.wasm'), join(folder, 'kernel', 'dot.wasm'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Other names for the same files: a symbolic link would lead back to the whole model. */
function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) link(source, target)
    else
      try {
        linkSync(source, target)
      } catch {
        cpSync(source, target)
      }
  }
}
