import { basename, dirname } from 'node:path'
import { Command } from 'commander'
import { invalid, WorldWeaverError } from '../../../errors.js'
import { readAnswers } from '../ask/answers.js'
import type { MadeBackup } from '../backup/backup-command.js'
import { bytes } from '../quantities.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { type ClientOutcome, isOurs } from './connections.js'
import { printOutcomes } from './print-outcomes.js'
import { renderDisconnected, renderDryRun } from './render-connections.js'

/** What `uninstall` would remove besides the clients' settings. */
export interface Leftovers {
  /** Files and folders of the data directory; empty without `--data`. */
  readonly data: readonly string[]
  /** The memories in them. */
  readonly stores: readonly StoreToKeep[]
}

export interface StoreToKeep {
  /** Whose memories, if not the owner's. */
  readonly tenant?: string
  /** Where the backup goes. */
  readonly file: string
}

interface UninstallFlags {
  readonly data?: boolean
  /** A file, or whether one is made at all. */
  readonly backup?: string | boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** A backup holds the memories alone. */
const besidesMemories = [
  ['audit', 'the record of calls'],
  ['habit', 'what hooks did'],
  ['keys.db', 'the keys of a server'],
] as const

/** "the record of calls (audit), the keys of a server (keys.db)"; empty if there is nothing but memories. */
const withoutBackup = (data: readonly string[]): string =>
  besidesMemories
    .filter(([file]) => data.some((path) => basename(path) === file))
    .map(([file, what]) => `${what} (${file})`)
    .join(', ')

/** "world-weaver.db and audit in ~/memories", one for each folder. */
function byFolder(paths: readonly string[]): readonly string[] {
  const folders = [...new Set(paths.map((path) => dirname(path)))]
  return folders.map((folder) => {
    const names = paths.filter((path) => dirname(path) === folder).map((path) => basename(path))
    return `${names.join(', ')} in ${folder}`
  })
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
    .option('--data', 'Delete the memories, too, after a backup outside their folder.')
    .option('--backup <file>', 'With --data: where the backup goes (default: your home folder).')
    .option('--no-backup', 'With --data: make no backup. Then there is no way back.')
    .option('--yes', 'With --data: do not ask.')
    .option('--dry-run', 'Only show what would be changed and deleted.')
    .addHelpText('after', `\nExamples:\n  ${name} uninstall --dry-run\n  ${name} uninstall`)
    .action(async ({ data = false, backup = true, yes = false, dryRun = false }: UninstallFlags) => {
      const options = globalOptions()
      const connections = await surface.connections(options)
      const leftovers = await surface.leftovers(options, {
        withData: data,
        ...(typeof backup === 'string' ? { backup } : {}),
      })
      const stores = backup === false ? [] : leftovers.stores
      if (data && !dryRun && !yes) await confirm({ ...leftovers, stores })
      const made = dryRun ? [] : await makeBackups(options, stores)
      const ours = (await connections.list()).filter(isOurs)
      const outcomes = await connections.disconnect(
        ours.map(({ id }) => id),
        { dryRun },
      )
      const isFailed = outcomes.some(({ status }) => status === 'failed')
      if (!dryRun && !isFailed) await surface.removeLeftovers(options, leftovers)
      const backups = dryRun ? stores.map(({ file }) => file) : made.map(({ file }) => file)
      const more = { backups, deleted: isFailed ? [] : leftovers.data }
      const how = { dryRun, json: options.json === true, more }
      await printOutcomes(outcomes, how, surface, onFailure, () => render(outcomes))

      async function render(done: readonly ClientOutcome[]): Promise<string[]> {
        const clients = dryRun ? await renderDryRun(done, terminal) : renderDisconnected(done, terminal)
        const said = clients.length === 0 ? ['No client is connected.'] : clients
        const kept = dryRun
          ? stores.map(({ file }) => `Would write a backup of the memories: ${file}`)
          : made.flatMap(({ file, tenant, ...each }) => [
              `Backup of the memories${tenant === undefined ? '' : ` of ${tenant}`}, ${bytes(each.bytes)}: ${file}`,
              `  To bring them back: ${terminal.style.bold(restoreCall(file, tenant))}`,
            ])
        if (isFailed) return [...said, ...kept, ...(data ? ['The memories are still there.'] : [])]
        const { style } = terminal
        const files =
          leftovers.data.length === 0
            ? ['There are no memories here.']
            : byFolder(leftovers.data).map((line) => `${dryRun ? 'Would delete' : 'Deleted'} ${line}`)
        const memories = `The memories ${dryRun ? 'would be' : 'are'} kept. To delete them, too: ${style.bold(`${name} uninstall --data`)}`
        const lost = dryRun ? withoutBackup(leftovers.data) : ''
        if (lost !== '' && stores.length > 0) files.push(`In no backup: ${lost}`)
        const program = `The program itself stays. If npm installed it: ${style.bold('npm uninstall -g world-weaver')}`
        return [...said, ...kept, ...(data ? files : [memories]), program]
      }
    })

  function restoreCall(file: string, tenant: string | undefined): string {
    return `${name} restore "${file}" --yes${tenant === undefined ? '' : ` --tenant ${tenant}`}`
  }

  /** Nothing else happens before they are there. */
  async function makeBackups(
    options: GlobalOptions,
    stores: readonly StoreToKeep[],
  ): Promise<readonly (MadeBackup & StoreToKeep)[]> {
    const made: (MadeBackup & StoreToKeep)[] = []
    try {
      for (const store of stores) {
        const { tenant, file } = store
        const backup = await surface.backup({ ...options, ...(tenant === undefined ? {} : { tenant }) }, file)
        made.push({ ...store, ...backup })
      }
    } catch (cause) {
      if (!(cause instanceof WorldWeaverError)) throw cause
      const message = `Nothing was deleted or disconnected, because the backup failed: ${cause.message}. "--no-backup" goes on without one`
      // Of an internal error a command shows the cause alone.
      throw new WorldWeaverError('validation_error', message, { cause })
    }
    return made
  }

  async function confirm({ data, stores }: Leftovers): Promise<void> {
    const { stdin } = surface
    const lost = withoutBackup(data)
    if (stdin.isTTY !== true) {
      const before = stores.length === 0 ? '' : `, after a backup: ${stores.map(({ file }) => file).join(', ')}`
      const besides = lost === '' ? '' : `. It also deletes what is in no backup: ${lost}`
      throw invalid('--yes', `--data deletes all memories${before}${besides}. Say --yes, too, if you want that`)
    }
    if (data.length === 0) return
    const first = stores.map(({ file }) => `Before that, a backup of them is written: ${file}\n`)
    const also = stores.length > 0 && lost !== '' ? `In no backup, and gone for good: ${lost}\n` : ''
    const none = ['No backup is made: there is no way back.\n']
    stdout.write(
      `This deletes all memories: ${byFolder(data).join('; ')}\n${(first.length > 0 ? first : none).join('')}${also}`,
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
