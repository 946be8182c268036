import { Command } from 'commander'
import { notFound, WorldWeaverError } from '../../../errors.js'
import { openingOf } from '../../../memory/hooks/describe-receipt.js'
import { forget } from '../../../operations/everyday/forget.js'
import { getMemory } from '../../../operations/everyday/get-memory.js'
import type { CliSurface, GlobalOptions, OpenMemory } from '../surface.js'

/** `ww undo [id]`: takes back what the end of a session kept. */
export function undoCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { stdout, name } = surface
  return new Command('undo')
    .summary('Take back what the end of a session kept.')
    .description(
      'Take back what the end of a session kept: the newest, or the one that is named. It is erased, with what was derived from it alone, and nothing of that session is kept again.',
    )
    .argument('[id]', 'Id of its memory, as the receipt and "hooks --last" show it (default: the newest).')
    .option('--dry-run', 'Only show what would be taken back.')
    .addHelpText('after', `\nExamples:\n  ${name} undo --dry-run\n  ${name} undo`)
    .action(async (id: string | undefined, { dryRun = false }: { dryRun?: boolean }) => {
      const options = globalOptions()
      const { kept } = await surface.hookHistory(options, 0)
      if (id === undefined && (await surface.countKeeping(options)) > 0)
        throw new WorldWeaverError(
          'timeout',
          'A session that has just ended is still being kept: try again in a few seconds, or name what to take back',
          { retryAfter: 5 },
        )
      const memory = await surface.open(options, { command: 'undo' })
      try {
        const scope = { project: '*' }
        const chosen = await findKept(
          kept.filter((each) => !each.undone && (id === undefined || each.id === id)),
          memory,
        )
        if (chosen === undefined)
          throw notFound(id === undefined ? 'What a session kept' : `What a session kept as ${id}`, 'id')
        const { ids, derived_ids } = await memory.invoke(forget, { ids: [chosen.id], dry_run: dryRun, ...scope })
        if (!dryRun) await surface.markUndone(options, chosen.id)
        if (options.json) stdout.write(`${JSON.stringify({ dry_run: dryRun, ids, derived_ids }, null, 2)}\n`)
        else stdout.write(`${dryRun ? 'Would take back' : 'Taken back'}: “${openingOf(chosen.text)}” (${chosen.id})\n`)
      } finally {
        await memory.close()
      }
    })
}

/** The first that is still stored: what somebody erased with `ww forget` needs no taking back. */
async function findKept(
  kept: readonly { readonly id: string }[],
  memory: OpenMemory,
): Promise<{ readonly id: string; readonly text: string } | undefined> {
  for (const { id } of kept) {
    try {
      const { content } = await memory.invoke(getMemory, { id, project: '*' })
      return { id, text: String(content) }
    } catch (error) {
      if (!(error instanceof WorldWeaverError && error.code === 'not_found')) throw error
    }
  }
  return undefined
}
