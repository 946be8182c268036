import { cpSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What the program reads of its model. */
export const modelFiles = ['model.json', 'vocab.txt', 'pieces.u16', 'vectors.i8', 'scales.f32', 'near.u16']

/** The package as it is, but for the model, whose files are copies. */
export function installCopy(folder: string): string {
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
