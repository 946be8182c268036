import { Command } from 'commander'
import { showProgress } from '../progress.js'
import { plural } from '../quantities.js'
import type { CliSurface, GlobalOptions } from '../surface.js'

export interface MoveOptions {
  readonly from?: string
  readonly to: string
  readonly restart?: boolean
}

/** What was copied and compared. */
export interface MigratedEngine {
  readonly from: string
  readonly to: string
  readonly tenants: readonly MigratedTenant[]
  readonly keys: number
}

export interface MigratedTenant {
  readonly tenant: string
  readonly memories: number
  readonly rows: number
  /** Nothing was copied, because both sides were equal. */
  readonly was_there: boolean
}

export function moveCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { move, name, stdout, stderr, errorTerminal } = surface
  const summary = 'Move everything to PostgreSQL, back to files, or to another place.'
  return new Command('move')
    .summary(summary)
    .description(
      `${summary} Every tenant and key, or one tenant with --tenant. The source is not changed, and the copy is used only after it was compared. After an interruption the same command continues.`,
    )
    .requiredOption('--to <place>', 'Target: the address of a database, or a folder.')
    .option('--from <place>', 'Source, if not where memories are stored now.')
    .option('--restart', 'Delete what an unfinished move left there, and start over.')
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

function toLines({ from, to, tenants, keys }: MigratedEngine): string[] {
  const sum = (of: (tenant: MigratedTenant) => number) => tenants.reduce((total, tenant) => total + of(tenant), 0)
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
    ...(keys === 0 ? [] : [`${plural(keys, 'key', 'keys')} copied.`]),
    ...(alreadyThere.length === 0 ? [] : [`Already there: ${alreadyThere.join(', ')}.`]),
    `${from} was not changed.`,
  ]
}
