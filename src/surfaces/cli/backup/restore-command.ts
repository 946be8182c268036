import { Command } from 'commander'
import { plural } from '../quantities.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { type KeyOptions, readingOptions } from './encryption.js'

export interface RestoredBackup {
  readonly database: string
  readonly backup: string
  readonly memories: number
  readonly schema: number
  /** The database that was there before; null if there was none. */
  readonly kept: string | null
  readonly dry_run: boolean
}

interface RestoreOptions extends KeyOptions {
  readonly yes?: boolean
}

export function restoreCommand({ restore, name, stdout }: CliSurface, globalOptions: () => GlobalOptions): Command {
  const summary = 'Put a backup in the place of the database.'
  return readingOptions(
    new Command('restore')
      .summary(summary)
      .description(
        `${summary} Nobody else may use it meanwhile. The backup is verified before and after; the database that was there stays beside it.`,
      )
      .argument('<backup>', 'A file that backup or an upgrade wrote, or a database; encrypted or not.'),
  )
    .option('--yes', 'Do it. Without this: only verify the backup and show what would be done.')
    .addHelpText('after', `\nExamples:\n  ${name} restore memories.backup\n  ${name} restore memories.age --yes`)
    .action(async (backup: string, { yes = false, ...own }: RestoreOptions) => {
      const options = globalOptions()
      const restored = await restore({ ...options, ...own }, backup, !yes)
      const text = options.json ? JSON.stringify(restored, null, 2) : toLines(restored).join('\n')
      stdout.write(`${text}\n`)
    })
}

function toLines({ database, backup, memories, kept, dry_run }: RestoredBackup): string[] {
  const held = `${plural(memories, 'memory', 'memories')} from ${backup}`
  const stays = kept === null ? [] : [`The database that was there ${dry_run ? 'would stay' : 'is now'} at ${kept}`]
  if (!dry_run) return [`Restored ${held} to ${database}`, ...stays]
  return [`Would restore ${held} to ${database}`, ...stays, 'The backup is sound. Add --yes to do it.']
}
