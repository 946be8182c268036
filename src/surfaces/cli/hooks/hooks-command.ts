import { Command } from 'commander'
import { invalid, WorldWeaverError } from '../../../errors.js'
import { openingOf } from '../../../memory/hooks/describe-receipt.js'
import { getMemory } from '../../../operations/everyday/get-memory.js'
import type { CliSurface, GlobalOptions, OpenMemory } from '../surface.js'
import type { HookHistory } from './hook-report.js'
import { toMilliseconds } from './pause-command.js'
import { maxKept, renderHistory, renderLatest } from './render-hooks.js'

const weekMs = 7 * 86_400_000

/** `ww hooks`: what hooks did this week; with `--last`, what was told and what was kept, one line each. */
export function hooksCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { stdout, name, now, terminal } = surface
  return new Command('hooks')
    .summary('What the hooks did this week.')
    .description(
      'What the hooks did this week: how many were asked, spoke, were silent by choice or for want of time, with their tokens and milliseconds.',
    )
    .option('--since <time>', 'Since when: a time such as 2026-03-01, or how long ago, such as 12h or 30d.')
    .option('--last', 'The latest instead: what was told to agents, and what was kept of sessions.')
    .addHelpText('after', `\nExamples:\n  ${name} hooks\n  ${name} hooks --since 30d\n  ${name} hooks --last`)
    .action(async ({ since, last = false }: { since?: string; last?: boolean }) => {
      const options = globalOptions()
      const from = since === undefined ? now() - weekMs : toTime(since, now())
      const history = await surface.hookHistory(options, from)
      if (options.json) stdout.write(`${JSON.stringify(history, null, 2)}\n`)
      else if (last)
        stdout.write(
          `${renderLatest(history, await openingsOf(history, surface, options), terminal, now(), name).join('\n')}\n`,
        )
      else stdout.write(`${renderHistory(history, terminal, name).join('\n')}\n`)
    })
}

function toTime(typed: string, now: number): number {
  const at = /^\d+[smhd]$/.test(typed) ? now - toMilliseconds('--since', typed) : Date.parse(typed)
  if (Number.isNaN(at)) throw invalid('--since', '--since must be a time such as 2026-03-01, 12h or 30d')
  return at
}

/** How the texts of the named memories begin; what was erased has none. */
async function openingsOf(
  { told, kept }: HookHistory,
  surface: CliSurface,
  options: GlobalOptions,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set([...told.flatMap((each) => each.ids), ...kept.slice(0, maxKept).map(({ id }) => id)])]
  const memory = await surface.open(options, { command: 'hooks' })
  try {
    const found = await Promise.all(ids.map(async (id) => [id, await openingOfOne(id, memory)] as const))
    return new Map(found.flatMap(([id, opening]) => (opening === undefined ? [] : [[id, opening] as const])))
  } finally {
    await memory.close()
  }
}

async function openingOfOne(id: string, memory: OpenMemory): Promise<string | undefined> {
  try {
    const { content } = await memory.invoke(getMemory, { id, project: '*' })
    return openingOf(String(content))
  } catch (error) {
    if (error instanceof WorldWeaverError) return undefined
    throw error
  }
}
