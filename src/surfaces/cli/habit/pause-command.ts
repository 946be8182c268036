import { Command } from 'commander'
import { invalid } from '../../../errors.js'
import { toMinute } from '../rendering/age.js'
import type { CliSurface, GlobalOptions } from '../surface.js'

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `ww pause [--for 2h]`: hooks neither say nor keep anything; the tools go on. */
export function pauseCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { stdout, name, now } = surface
  return new Command('pause')
    .summary('Silence the hooks.')
    .description('Silence the hooks: nothing is brought into sessions, nothing is kept of them. The tools go on.')
    .option('--for <time>', 'For so long, such as 30m, 2h or 3d; until resumed unless told.', toMilliseconds)
    .addHelpText('after', `\nExamples:\n  ${name} pause\n  ${name} pause --for 2h`)
    .action(async ({ for: forMs }: { for?: number }) => {
      const options = globalOptions()
      const { until } = await surface.pauseHooks(options, forMs === undefined ? null : now() + forMs)
      if (options.json) stdout.write(`${JSON.stringify({ paused: true, until }, null, 2)}\n`)
      else
        stdout.write(
          `Hooks are silent ${until === null ? `until you say "${name} resume"` : `until ${toMinute(until)}`}.\n`,
        )
    })
}

export function resumeCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { stdout, name } = surface
  return new Command('resume')
    .summary('Let the hooks speak again.')
    .description('Let the hooks speak and keep again.')
    .addHelpText('after', `\nExamples:\n  ${name} resume`)
    .action(async () => {
      const options = globalOptions()
      await surface.resumeHooks(options)
      stdout.write(options.json ? `${JSON.stringify({ paused: false }, null, 2)}\n` : 'Hooks speak again.\n')
    })
}

function toMilliseconds(typed: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(typed) ?? []
  if (count === undefined || Number(count) === 0) {
    throw invalid('--for', '--for must be a time such as 30m, 2h or 3d')
  }
  return Number(count) * unitMs[unit!]
}
