import { Command } from 'commander'
import { invalid } from '../../../errors.js'
import { toMinute } from '../rendering/age.js'
import type { CliSurface, GlobalOptions } from '../surface.js'

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `ww pause [--for 2h]`: hooks neither add nor store anything; the tools keep working. */
export function pauseCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { stdout, name, now } = surface
  return new Command('pause')
    .summary('Pause the hooks.')
    .description('Pause the hooks: nothing is added to sessions or stored from them. The tools keep working.')
    .option('--for <time>', 'How long, such as 30m, 2h or 3d (default: until resumed).', (typed) =>
      toMilliseconds('--for', typed),
    )
    .addHelpText('after', `\nExamples:\n  ${name} pause\n  ${name} pause --for 2h`)
    .action(async ({ for: forMs }: { for?: number }) => {
      const options = globalOptions()
      const { until } = await surface.pauseHooks(options, forMs === undefined ? null : now() + forMs)
      if (options.json) stdout.write(`${JSON.stringify({ paused: true, until }, null, 2)}\n`)
      else stdout.write(`Hooks are paused until ${until === null ? `you run "${name} resume"` : toMinute(until)}.\n`)
    })
}

export function resumeCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { stdout, name } = surface
  return new Command('resume')
    .summary('Resume the hooks.')
    .description('Resume the hooks: they add to sessions and store them again.')
    .addHelpText('after', `\nExamples:\n  ${name} resume`)
    .action(async () => {
      const options = globalOptions()
      await surface.resumeHooks(options)
      stdout.write(options.json ? `${JSON.stringify({ paused: false }, null, 2)}\n` : 'Hooks are active again.\n')
    })
}

/** 30m, 2h or 3d. */
export function toMilliseconds(flag: string, typed: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(typed) ?? []
  if (count === undefined || Number(count) === 0) {
    throw invalid(flag, `${flag} must be a time such as 30m, 2h or 3d`)
  }
  return Number(count) * unitMs[unit!]
}
