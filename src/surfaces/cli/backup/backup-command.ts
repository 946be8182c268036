import { Command } from 'commander'
import { bytes } from '../quantities.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { type KeyOptions, writingOptions } from './encryption.js'

export interface MadeBackup {
  readonly file: string
  readonly bytes: number
  readonly encrypted: boolean
}

export function backupCommand({ backup, name, stdout }: CliSurface, globalOptions: () => GlobalOptions): Command {
  const summary = 'Write a copy of everything, for "restore".'
  return writingOptions(
    new Command('backup')
      .summary(summary)
      .description(
        `${summary} Others may read and write meanwhile. It holds every memory with its index, of one moment; "forget" erases there too, and deletes backups that are encrypted.`,
      )
      .argument('[file]', 'File to write (default: beside the database).'),
  )
    .addHelpText('after', `\nExamples:\n  ${name} backup\n  ${name} backup /media/disk/memories.age --encrypt`)
    .action(async (file: string | undefined, own: KeyOptions) => {
      const options = globalOptions()
      const made = await backup({ ...options, ...own }, file)
      const line = `${made.encrypted ? 'Encrypted backup' : 'Backup'} of ${bytes(made.bytes)}: ${made.file}`
      stdout.write(options.json ? `${JSON.stringify(made, null, 2)}\n` : `${line}\n`)
    })
}
