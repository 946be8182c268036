import { Command } from 'commander'
import { readAnswers } from '../ask/answers.js'
import { showProgress } from '../progress.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { chooseClients } from './choose-clients.js'
import { offerReading } from './offer-reading.js'
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
  readonly yes?: boolean
}

interface Choice {
  readonly ids: readonly string[]
  readonly allowReading: boolean
  /** Those that it was not asked about. */
  readonly mayAllow: readonly string[]
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
    .option('--allow-reading', 'Let your memories be read without asking you before each call (recall, get_memory).')
    .option('--no-allow-reading', 'Do not ask whether to; leave that as it is.')
    .option('--yes', 'Ask nothing: connect all that are installed, unless you name some.')
    .option('--no-check', 'Do not start the server to see whether it works.')
    .addHelpText(
      'after',
      `\nExamples:\n  ${surface.name} connect claude-code --dry-run\n  ${surface.name} connect cursor --toolset memory\n  ${surface.name} connect --list`,
    )
    .action(async (named: readonly string[], flags: ConnectFlags) => {
      const options = globalOptions()
      const { stdout, terminal, name } = surface
      const connections = await surface.connections(options)
      const clients = await connections.list()
      if (flags.list) {
        const text = options.json ? JSON.stringify({ clients }, null, 2) : renderStatus(clients, terminal).join('\n')
        stdout.write(`${text}\n`)
        return
      }
      const { toolset, url, key, dryRun = false, check, askAtEnd = false, yes = false } = flags
      const answers = readAnswers(surface.stdin)
      const chosen = await choose().finally(() => answers.end())
      if (chosen === undefined) return onFailure()
      const { ids, mayAllow, allowReading } = chosen
      const cannotAllow = clients.filter((each) => !each.can_allow_reading).map(({ id }) => id)
      const progress = showProgress(surface.stderr, surface.errorTerminal, 0)
      const onTrial = (client: string) => progress.show(undefined, `Starting World Weaver as ${client} would …`)
      const outcomes = await connections
        .connect(ids, { toolset, url, key, dryRun, check, allowReading, onTrial, askAtEnd })
        .finally(() => progress.end())
      await printOutcomes(outcomes, { dryRun, json: options.json === true }, surface, onFailure, () =>
        dryRun
          ? renderDryRun(outcomes, terminal)
          : renderConnected(
              outcomes,
              { program: name, mayAllow, cannotAllow: allowReading ? cannotAllow : [] },
              terminal,
            ),
      )

      /** Undefined, after a message, if no client is named. */
      async function choose(): Promise<Choice | undefined> {
        const ids = named.length > 0 ? named : await offered()
        if (ids === undefined) return undefined
        const mayAllow = clients.filter(
          (each) => each.can_allow_reading && !each.allows_reading && ids.includes(each.id),
        )
        // The settings of a server elsewhere are left alone but for its address.
        if (flags.allowReading !== undefined || mayAllow.length === 0 || url !== undefined)
          return { ids, mayAllow: [], allowReading: flags.allowReading === true }
        const isAsked = surface.stdin.isTTY === true && !yes && !dryRun && options.json !== true
        if (!isAsked) return { ids, mayAllow: mayAllow.map(({ id }) => id), allowReading: false }
        return { ids, mayAllow: [], allowReading: await offerReading(mayAllow, surface, answers) }
      }

      async function offered(): Promise<readonly string[] | undefined> {
        const installed = clients.filter((client) => client.installed)
        // A dry run changes nothing: it shows all installed clients without asking.
        if ((flags.all || yes || dryRun) && installed.length > 0) return installed.map(({ id }) => id)
        const none = `No installed client was found. "${name} connect --list" shows all supported clients.`
        return chooseClients({ command: 'connect', offered: installed, none }, surface, options, answers)
      }
    })
}
