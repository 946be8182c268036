import { Command } from 'commander'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { chooseClients } from './choose-clients.js'
import { renderDisconnected, renderDryRun } from './render-connections.js'
import { tellOutcomes } from './tell-outcomes.js'

interface DisconnectFlags {
  readonly all?: boolean
  readonly dryRun?: boolean
}

/** `onBad` is told when a client's settings could not be brought back. */
export function disconnectCommand(surface: CliSurface, globalOptions: () => GlobalOptions, onBad: () => void): Command {
  const summary = "Bring a client's settings back to what they were before connect."
  return new Command('disconnect')
    .summary(summary)
    .description(`${summary} What was changed in them since stays.`)
    .argument('[client...]', 'Which ones; those that are connected unless told.')
    .option('--all', 'All that are connected.')
    .option('--dry-run', 'Only show what would be written.')
    .addHelpText(
      'after',
      `\nExamples:\n  ${surface.name} disconnect cursor\n  ${surface.name} disconnect --all --dry-run`,
    )
    .action(async (named: readonly string[], { all = false, dryRun = false }: DisconnectFlags) => {
      const options = globalOptions()
      const connections = await surface.connections(options)
      const ids = named.length > 0 ? named : await offered()
      // Whoever wants all gone has that when there are none.
      if (ids === undefined) return all ? undefined : onBad()
      const outcomes = await connections.disconnect(ids, { dryRun })
      tellOutcomes(outcomes, { dryRun, json: options.json === true }, surface, onBad, () =>
        dryRun ? renderDryRun(outcomes, surface.terminal) : renderDisconnected(outcomes, surface.terminal),
      )

      async function offered(): Promise<readonly string[] | undefined> {
        const ours = (await connections.list()).filter(({ state }) => state === 'connected' || state === 'changed')
        if (all && ours.length > 0) return ours.map(({ id }) => id)
        const none = 'No client is connected.'
        return chooseClients({ command: 'disconnect', offered: ours, none }, surface, options)
      }
    })
}
