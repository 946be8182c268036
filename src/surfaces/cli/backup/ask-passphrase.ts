import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { WorldWeaverError } from '../../../errors.js'
import type { CliSurface } from '../surface.js'
import type { AskPassphrase } from './encryption.js'

/** Asks at the terminal, without showing what is typed; a new passphrase twice. */
export const passphraseAsker =
  ({ stdin, stderr }: Pick<CliSurface, 'stdin' | 'stderr'>): AskPassphrase =>
  async (isNew) => {
    if (stdin.isTTY !== true) return undefined
    const typed = await askHidden('Passphrase: ', stdin, stderr)
    if (isNew && (await askHidden('Again: ', stdin, stderr)) !== typed)
      throw new WorldWeaverError('validation_error', 'The two passphrases differ; nothing was written')
    return typed
  }

function askHidden(question: string, input: CliSurface['stdin'], shown: CliSurface['stderr']): Promise<string> {
  shown.write(question)
  const hidden = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input, output: hidden, terminal: true })
  return new Promise((resolve, reject) => {
    lines.on('SIGINT', () => {
      lines.close()
      reject(new WorldWeaverError('validation_error', 'No passphrase was given; nothing was written'))
    })
    lines.question('', (typed) => {
      lines.close()
      shown.write('\n')
      resolve(typed)
    })
  })
}
