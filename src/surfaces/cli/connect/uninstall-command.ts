import { Command } from 'commander'
import { invalid } from '../../../errors.js'
import { readAnswers } from '../ask/answers.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import type { ClientOutcome } from './connections.js'
import { printOutcomes } from './print-outcomes.js'
import { renderDisconnected, renderDryRun } from './render-connections.js'

/** What `uninstall` would remove besides the clients' settings. */
export interface Leftovers {
  /** Files and folders of the data directory; empty without `--data`. */
  readonly data: readonly string[]
}

interface UninstallFlags {
  readonly data?: boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** `ww uninstall`: the program itself is removed by what installed it. */
export function uninstallCommand(
  surface: CliSurface,
  globalOptions: () => GlobalOptions,
  onFailure: () => void,
): Command {
  const { name, stdout, terminal } = surface
  const summary = 'Disconnect every client, and stop what runs; keep the memories unless told.'
  return new Command('uninstall')
    .summary(summary)
    .description(`${summary} The settings are as they were before connect.`)
    .option('--data', 'Delete the memories, too. There is no way back but a backup.')
    .option('--yes', 'With --data: do not ask.')
    .option('--dry-run', 'Only show what would be changed and deleted.')
    .addHelpText('after', `\nExamples:\n  ${name} uninstall --dry-run\n  ${name} uninstall`)
    .action(async ({ data = false, yes = false, dryRun = false }: UninstallFlags) => {
      const options = globalOptions()
      const connections = await surface.connections(options)
      const leftovers = await surface.leftovers(options, data)
      if (data && !dryRun && !yes) await confirm(surface, leftovers)
      const ours = (await connections.list()).filter(({ state }) => state === 'connected' || state === 'changed')
      const outcomes = await connections.disconnect(
        ours.map(({ id }) => id),
        { dryRun },
      )
      const isFailed = outcomes.some(({ status }) => status === 'failed')
      if (!dryRun && !isFailed) await surface.removeLeftovers(options, leftovers)
      await printOutcomes(outcomes, { dryRun, json: options.json === true }, surface, onFailure, () => render(outcomes))

      async function render(done: readonly ClientOutcome[]): Promise<string[]> {
        const clients = dryRun ? await renderDryRun(done, terminal) : renderDisconnected(done, terminal)
        const said = clients.length === 0 ? ['No client is connected.'] : clients
        const files = leftovers.data.map((path) => `${dryRun ? 'Would delete' : 'Deleted'} ${path}`)
        const kept = data
          ? []
          : [`The memories are kept. To delete them, too: ${terminal.style.bold(`${name} uninstall --data`)}`]
        return isFailed ? said : [...said, ...files, ...kept]
      }
    })

  async function confirm({ stdin }: CliSurface, { data }: Leftovers): Promise<void> {
    const backup = `${name} backup <file>`
    if (stdin.isTTY !== true)
      throw invalid('--yes', `--data deletes all memories; say --yes, too. To keep a copy: ${backup}`)
    if (data.length === 0) return
    stdout.write(
      `This deletes all memories:\n${data.map((path) => `  ${path}`).join('\n')}\nTo keep a copy, stop here and run: ${backup}\n`,
    )
    stdout.write(`${terminal.style.bold('Type "delete" to delete them.')}\n> `)
    const answers = readAnswers(stdin)
    try {
      if ((await answers.next())?.trim() !== 'delete') throw invalid('--data', 'Nothing was changed')
    } finally {
      await answers.end()
    }
  }
}
