import { fileURLToPath } from 'node:url'
import type { Installation } from '../../adapters/clients/installation.js'
import { version } from '../configuration/version.js'

/** What runs now: Node.js resolves links, so that both paths are those of the files themselves. */
export const thisInstallation: Omit<Installation, 'platform'> = {
  node: process.execPath,
  program: fileURLToPath(new URL('../main.js', import.meta.url)),
  version,
}
