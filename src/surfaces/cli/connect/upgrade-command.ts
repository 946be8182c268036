import { Command } from 'commander'
import { showProgress } from '../progress.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { printOutcomes } from './print-outcomes.js'
import { renderDryRun, renderUpgraded } from './render-connections.js'

interface UpgradeFlags {
  readonly dryRun?: boolean
  readonly check: boolean
}

/** `ww upgrade`: World Weaver itself is upgraded by what installed it; this moves the clients to it. */
export function upgradeCommand(
  surface: CliSurface,
  globalOptions: () => GlobalOptions,
  onFailure: () => void,
): Command {
  const summary = 'Have every connected client start this version of World Weaver.'
  return new Command('upgrade')
    .summary(summary)
    .description(`${summary} All of them, or, if one could not start it, none.`)
    .option('--dry-run', 'Only show what would be written.')
    .option('--no-check', 'Do not start the server to see whether it works.')
    .addHelpText(
      'after',
      `\nExamples:\n  npm install -g world-weaver@latest && ${surface.name} upgrade\n  ${surface.name} upgrade --dry-run`,
    )
    .action(async ({ dryRun = false, check }: UpgradeFlags) => {
      const options = globalOptions()
      const connections = await surface.connections(options)
      const progress = showProgress(surface.stderr, surface.errorTerminal, 0)
      const onTrial = (client: string) => progress.show(undefined, `Starting World Weaver as ${client} would …`)
      const outcomes = await connections.upgrade({ dryRun, check, onTrial }).finally(() => progress.end())
      await printOutcomes(outcomes, { dryRun, json: options.json === true }, surface, onFailure, () =>
        dryRun && outcomes.length > 0
          ? renderDryRun(outcomes, surface.terminal)
          : renderUpgraded(outcomes, surface.version, surface.terminal),
      )
    })
}
