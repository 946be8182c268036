import { Command } from 'commander'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { chooseClients } from './choose-clients.js'
import { renderConnected, renderDryRun, renderStatus } from './render-connections.js'
import { tellOutcomes } from './tell-outcomes.js'

interface ConnectFlags {
  readonly all?: boolean
  readonly list?: boolean
  readonly dryRun?: boolean
  readonly toolset?: string
  readonly url?: string
  readonly key?: string
}

/** `onBad` is told when a client could not be connected. */
export function connectCommand(surface: CliSurface, globalOptions: () => GlobalOptions, onBad: () => void): Command {
  const summary = 'Tell a client, such as Claude Code or Cursor, to use World Weaver.'
  return new Command('connect')
    .summary(summary)
    .description(`${summary} What its settings hold besides stays as it is; "disconnect" brings them back.`)
    .argument('[client...]', 'Which ones; those that are installed unless told.')
    .option('--all', 'All that are installed.')
    .option('--list', 'Only show the clients, and whether they are connected.')
    .option('--dry-run', 'Only show what would be written.')
    .option('--toolset <names>', 'Tools to offer, as in WW_TOOLSETS (default: core).')
    .option('--url <address>', 'Use a server that runs already, such as http://localhost:8000/mcp.')
    .option('--key <key>', 'Key for that server; it is written into the settings.')
    .addHelpText(
      'after',
      `\nExamples:\n  ${surface.name} connect claude-code --dry-run\n  ${surface.name} connect cursor --toolset memory\n  ${surface.name} connect --list`,
    )
    .action(async (named: readonly string[], flags: ConnectFlags) => {
      const options = globalOptions()
      const { stdout, terminal, name } = surface
      const connections = await surface.connections(options)
      if (flags.list) {
        const clients = await connections.list()
        stdout.write(
          options.json
            ? `${JSON.stringify({ clients }, null, 2)}\n`
            : `${renderStatus(clients, terminal).join('\n')}\n`,
        )
        return
      }
      const { toolset, url, key, dryRun = false } = flags
      const ids = named.length > 0 ? named : await offered()
      if (ids === undefined) return onBad()
      const outcomes = await connections.connect(ids, { toolset, url, key, dryRun })
      tellOutcomes(outcomes, { dryRun, json: options.json === true }, surface, onBad, () =>
        dryRun ? renderDryRun(outcomes, terminal) : renderConnected(outcomes, name, terminal),
      )

      async function offered(): Promise<readonly string[] | undefined> {
        const installed = (await connections.list()).filter((client) => client.installed)
        // Looking costs nothing: a dry run is about all of them, and asks nobody.
        if ((flags.all || dryRun) && installed.length > 0) return installed.map(({ id }) => id)
        const none = `No client was found here. "${name} connect --list" shows those that can be named.`
        return chooseClients({ command: 'connect', offered: installed, none }, surface, options)
      }
    })
}
