import { Command } from 'commander'
import { readAnswers } from '../ask/answers.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { chooseClients } from './choose-clients.js'
import { isOurs } from './connections.js'
import { printOutcomes } from './print-outcomes.js'
import { renderDisconnected, renderDryRun } from './render-connections.js'

interface DisconnectFlags {
  readonly all?: boolean
  readonly dryRun?: boolean
}

/** `onFailure` is called when a client's settings could not be restored. */
export function disconnectCommand(
  surface: CliSurface,
  globalOptions: () => GlobalOptions,
  onFailure: () => void,
): Command {
  const summary = "Restore a client's settings to what they were before connect."
  return new Command('disconnect')
    .summary(summary)
    .description(`${summary} Later changes to them stay.`)
    .argument('[client...]', 'Clients to disconnect; without any, it asks about those that are connected.')
    .option('--all', 'Disconnect all that are connected.')
    .option('--dry-run', 'Only show what would be written.')
    .addHelpText(
      'after',
      `\nExamples:\n  ${surface.name} disconnect cursor\n  ${surface.name} disconnect --all --dry-run`,
    )
    .action(async (named: readonly string[], { all = false, dryRun = false }: DisconnectFlags) => {
      const options = globalOptions()
      const connections = await surface.connections(options)
      const ids = named.length > 0 ? named : await offered()
      // With --all, it is no failure that none are connected.
      if (ids === undefined) return all ? undefined : onFailure()
      const outcomes = await connections.disconnect(ids, { dryRun })
      await printOutcomes(outcomes, { dryRun, json: options.json === true }, surface, onFailure, () =>
        dryRun ? renderDryRun(outcomes, surface.terminal) : renderDisconnected(outcomes, surface.terminal),
      )

      async function offered(): Promise<readonly string[] | undefined> {
        const ours = (await connections.list()).filter(isOurs)
        if (all && ours.length > 0) return ours.map(({ id }) => id)
        const none = 'No client is connected.'
        const answers = readAnswers(surface.stdin)
        const choice = { command: 'disconnect', offered: ours, none }
        return chooseClients(choice, surface, options, answers).finally(() => answers.end())
      }
    })
}
