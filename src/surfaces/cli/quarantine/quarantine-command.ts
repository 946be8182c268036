import { Command } from 'commander'
import type { z } from 'zod'
import { forget } from '../../../operations/everyday/forget.js'
import type { Operation } from '../../../operations/machinery/operation.js'
import { decideQuarantine } from '../../../operations/quarantine/decide-quarantine.js'
import { listQuarantine } from '../../../operations/quarantine/list-quarantine.js'
import { showQuarantined } from '../../../operations/quarantine/show-quarantined.js'
import { showProgress } from '../progress.js'
import { plural } from '../quantities.js'
import { renderForgotten } from '../rendering/forgotten.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { renderQuarantine, renderQuarantined } from './render-quarantine.js'

type Ask = <Given extends Operation>(operation: Given, input: object) => Promise<z.output<Given['output']>>

/** `ww quarantine`: what hooks hold back because it came from elsewhere and reads like an instruction to an agent. */
export function quarantineCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { name, stdout, stderr, terminal, errorTerminal, now } = surface

  /** Opens the memory, asks, and prints the answer as JSON or as lines. */
  async function answer<Answer>(work: (ask: Ask) => Promise<Answer>, render: (answer: Answer) => readonly string[]) {
    const options = globalOptions()
    const memory = await surface.open(options)
    const progress = showProgress(stderr, errorTerminal)
    try {
      const scope = { session_id: options.session, project: options.project }
      const ask: Ask = async (operation, input) =>
        (await memory.invoke(
          operation,
          { ...input, ...scope },
          { onProgress: ({ done, total, message }) => progress.show(total === 0 ? undefined : done / total, message) },
        )) as never
      const answered = await work(ask)
      progress.end()
      stdout.write(`${options.json ? JSON.stringify(answered, null, 2) : render(answered).join('\n')}\n`)
    } finally {
      progress.end()
      await memory.close()
    }
  }

  const list = new Command('list')
    .description(listQuarantine.summary)
    .option('--all', 'Also those that you have decided about.')
    .addHelpText('after', `\nExamples:\n  ${name} quarantine list\n  ${name} quarantine list --all --json`)
    .action(({ all = false }: { all?: boolean }) =>
      answer(
        (ask) => ask(listQuarantine, { all, limit: 1_000 }),
        (found) => renderQuarantine(found, terminal, now()),
      ),
    )
  const show = new Command('show')
    .description('Show one, with what in it reads like an instruction.')
    .argument('<id>', 'Id of the memory.')
    .action((id: string) =>
      answer(
        (ask) => ask(showQuarantined, { id }),
        (found) => renderQuarantined(found, terminal, now()),
      ),
    )
  const decide = (word: string, decision: 'released' | 'kept_out', description: string, done: string) =>
    new Command(word)
      .description(description)
      .argument('<ids...>', 'Ids of memories.')
      .addHelpText('after', `\nExamples:\n  ${name} quarantine ${word} ep-0190a5b2c3d4`)
      .action((ids: string[]) =>
        answer(
          (ask) => ask(decideQuarantine, { ids, decision }),
          ({ ids }) => [`${plural(ids.length, 'memory', 'memories')} ${done}`],
        ),
      )
  const forgetting = new Command('forget')
    .description('Erase them for good; without --yes it only shows what would go.')
    .argument('<ids...>', 'Ids of memories.')
    .option('--yes', 'Do it.')
    .action((ids: string[], { yes = false }: { yes?: boolean }) =>
      answer(
        (ask) => ask(forget, { ids, dry_run: !yes }),
        (forgotten) => renderForgotten(forgotten, { terminal, now: now(), asked: {} }),
      ),
    )
  return new Command('quarantine')
    .description('Memories from elsewhere that read like an instruction to an agent; hooks hold them back.')
    .helpCommand(false)
    .addCommand(list)
    .addCommand(show)
    .addCommand(decide('release', 'released', 'Let hooks inject them.', 'released: hooks may inject them.'))
    .addCommand(decide('keep-out', 'kept_out', 'Hold them back for good.', 'kept out: hooks never inject them.'))
    .addCommand(forgetting)
}
