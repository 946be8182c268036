import { Command } from 'commander'
import { showProgress } from '../progress.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { chooseClients } from './choose-clients.js'
import { printOutcomes } from './print-outcomes.js'
import { renderConnected, renderDryRun, renderStatus } from './render-connections.js'

interface ConnectFlags {
  readonly all?: boolean
  readonly list?: boolean
  readonly dryRun?: boolean
  readonly askAtEnd?: boolean
  readonly toolset?: string
  readonly url?: string
  readonly key?: string
  readonly check: boolean
  readonly allowReading?: boolean
}

/** `onFailure` is called when a client could not be connected. */
export function connectCommand(
  surface: CliSurface,
  globalOptions: () => GlobalOptions,
  onFailure: () => void,
): Command {
  const summary = 'Connect a client, such as Claude Code or Cursor, to World Weaver.'
  return new Command('connect')
    .summary(summary)
    .description(`${summary} All other settings stay as they are; "disconnect" restores them.`)
    .argument('[client...]', 'Clients to connect; without any, it asks about those that are installed.')
    .option('--all', 'Connect all that are installed.')
    .option('--list', 'Only show the clients, and whether they are connected.')
    .option('--dry-run', 'Only show what would be written.')
    .option('--ask-at-end', 'Have the agent itself note the outcome, once a session (Claude Code and Codex).')
    .option('--toolset <names>', 'Tools to offer, as in WW_TOOLSETS (default: core).')
    .option('--url <address>', 'Use a running server, such as http://localhost:8000/mcp.')
    .option('--key <key>', 'Key for that server; it is written into the settings.')
    .option('--allow-reading', 'Have it call recall and get_memory without asking you (Claude Code and Codex).')
    .option('--no-check', 'Do not start the server to see whether it works.')
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
        const text = options.json ? JSON.stringify({ clients }, null, 2) : renderStatus(clients, terminal).join('\n')
        stdout.write(`${text}\n`)
        return
      }
      const { toolset, url, key, dryRun = false, check, allowReading = false, askAtEnd = false } = flags
      const ids = named.length > 0 ? named : await offered()
      if (ids === undefined) return onFailure()
      const progress = showProgress(surface.stderr, surface.errorTerminal, 0)
      const onTrial = (client: string) => progress.show(undefined, `Starting World Weaver as ${client} would …`)
      const askable = (await connections.list()).filter((each) => each.can_allow_reading).map(({ id }) => id)
      const outcomes = await connections
        .connect(ids, { toolset, url, key, dryRun, check, allowReading, onTrial, askAtEnd })
        .finally(() => progress.end())
      await printOutcomes(outcomes, { dryRun, json: options.json === true }, surface, onFailure, () =>
        dryRun
          ? renderDryRun(outcomes, terminal)
          : renderConnected(
              outcomes,
              { program: name, mayAllow: allowReading || url !== undefined ? [] : askable },
              terminal,
            ),
      )

      async function offered(): Promise<readonly string[] | undefined> {
        const installed = (await connections.list()).filter((client) => client.installed)
        // A dry run changes nothing: it shows all installed clients without asking.
        if ((flags.all || dryRun) && installed.length > 0) return installed.map(({ id }) => id)
        const none = `No installed client was found. "${name} connect --list" shows all supported clients.`
        return chooseClients({ command: 'connect', offered: installed, none }, surface, options)
      }
    })
}
