import { Command } from 'commander'
import type { CliSurface, GlobalOptions } from '../surface.js'

export interface Migrated {
  /** Where it is, without credentials. */
  readonly database: string
  /** Schema versions; 0 if there was none. */
  readonly from: number
  readonly to: number
}

export function migrateCommand({ migrate, name, stdout }: CliSurface, globalOptions: () => GlobalOptions): Command {
  const summary = 'Migrate the database to the schema of this version.'
  return new Command('migrate')
    .summary(summary)
    .description(`${summary} Every start does so too; of several processes, one migrates and the others wait.`)
    .addHelpText('after', `\nExamples:\n  ${name} migrate\n  WW_DATABASE_URL=postgres://… ${name} migrate`)
    .action(async () => {
      const options = globalOptions()
      const { database, from, to } = await migrate(options)
      const line =
        from === to ? `${database} is already at schema ${to}.` : `Migrated ${database} from schema ${from} to ${to}.`
      stdout.write(options.json ? `${JSON.stringify({ database, from, to }, null, 2)}\n` : `${line}\n`)
    })
}
