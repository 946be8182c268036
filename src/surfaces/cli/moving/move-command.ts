import { Command } from 'commander'
import { showProgress } from '../progress.js'
import { plural } from '../rendering/layout.js'
import type { CliSurface, GlobalOptions } from '../surface.js'

export interface MoveOptions {
  readonly from?: string
  readonly to: string
  readonly restart?: boolean
}

/** What was copied and compared. */
export interface MovedHouse {
  readonly from: string
  readonly to: string
  readonly tenants: readonly MovedTenant[]
  readonly keys: number
}

export interface MovedTenant {
  readonly tenant: string
  readonly memories: number
  readonly rows: number
  /** Nothing had to be copied: both sides were the same. */
  readonly was_there: boolean
}

export function moveCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { move, name, stdout, stderr, errorTerminal } = surface
  const summary = 'Move everything to PostgreSQL, back to files, or elsewhere.'
  return new Command('move')
    .summary(summary)
    .description(
      `${summary} Every tenant and key, or one tenant with --tenant. The source stays as it is; nobody sees the copy before it was compared. After an interruption the same command goes on.`,
    )
    .requiredOption('--to <place>', 'Where to: the address of a database, or a folder.')
    .option('--from <place>', 'From where, if not from where memories are kept now.')
    .option('--restart', 'Throw away what an unfinished move has left there, and begin anew.')
    .addHelpText(
      'after',
      `\nExamples:\n  ${name} move --to postgres://weaver@localhost/weaver\n  ${name} move --from postgres://weaver@localhost/weaver --to ./memories`,
    )
    .action(async (own: MoveOptions) => {
      const options = globalOptions()
      const progress = showProgress(stderr, errorTerminal)
      const moved = await move({ ...options, ...own }, progress.show).finally(progress.end)
      stdout.write(`${options.json ? JSON.stringify(moved, null, 2) : toLines(moved).join('\n')}\n`)
    })
}

function toLines({ from, to, tenants, keys }: MovedHouse): string[] {
  const sum = (of: (tenant: MovedTenant) => number) => tenants.reduce((total, tenant) => total + of(tenant), 0)
  const whose = tenants.length === 1 ? '' : ` of ${tenants.length} tenants`
  const alreadyThere = tenants.filter(({ was_there }) => was_there).map(({ tenant }) => tenant)
  return [
    `Moved ${plural(
      sum(({ memories }) => memories),
      'memory',
      'memories',
    )}${whose} to ${to}: ${plural(
      sum(({ rows }) => rows),
      'row',
      'rows',
    )}, each compared with the original.`,
    ...(keys === 0 ? [] : [`${plural(keys, 'key', 'keys')} came along.`]),
    ...(alreadyThere.length === 0 ? [] : [`There already: ${alreadyThere.join(', ')}.`]),
    `${from} is as it was.`,
  ]
}
