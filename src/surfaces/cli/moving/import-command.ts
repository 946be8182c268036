import { Command } from 'commander'
import { kinds } from '../../../memory/memory.js'
import { type ImportReport, reportOn } from '../../../operations/moving/import-report.js'
import { showProgress } from '../progress.js'
import { plural } from '../rendering/layout.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { openSource, type Source } from './files.js'
import { renderImport } from './render-import.js'

interface ImportOptions {
  readonly dryRun?: boolean
  readonly kind?: string
}

/** `onBad` is told when a line could not be taken. */
export function importCommand(surface: CliSurface, globalOptions: () => GlobalOptions, onBad: () => void): Command {
  const summary = 'Take memories in from JSON Lines, as export writes them or as {"content": "…"}.'
  return new Command('import')
    .summary(summary)
    .description(summary)
    .argument('<file>', 'Where from; "-" reads standard input.')
    .option('--dry-run', 'Only say what would be done.')
    .option('--kind <text>', `Kind of lines that name none (${kinds.join(', ')}; default: episode)`)
    .addHelpText(
      'after',
      `\nExamples:\n  ${surface.name} import memories.jsonl --dry-run\n  gunzip -c all.jsonl.gz | ${surface.name} import - --project "*"`,
    )
    .action(async (file: string, own: ImportOptions) => {
      const options = globalOptions()
      const report = await importFrom(file, own, options, surface)
      surface.stdout.write(
        options.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : `${renderImport(report, surface.terminal).join('\n')}\n`,
      )
      if (report.error_count > 0) onBad()
    })
}

async function importFrom(
  file: string,
  { dryRun = false, kind }: ImportOptions,
  options: GlobalOptions,
  { open, stdin, stderr, errorTerminal }: CliSurface,
): Promise<ImportReport> {
  const source: Source = file === '-' ? { bytes: stdin, size: undefined } : await openSource(file)
  const progress = showProgress(stderr, errorTerminal)
  const mind = await open(options, 'bulk')
  let read = 0
  let lines = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const part of source.bytes) {
      read += part.length
      yield part
    }
  }
  async function* watched(outcomes: ReturnType<typeof mind.import>) {
    for await (const outcome of outcomes) {
      lines++
      progress.show(source.size === undefined ? undefined : read / source.size, plural(lines, 'line', 'lines'))
      yield outcome
    }
  }
  try {
    const scope = { session_id: options.session, project: options.project }
    // Whatever was typed: the operation's own words about it are the ones that every other door uses.
    const outcomes = mind.import(counted(), { ...scope, kind: kind as never, dry_run: dryRun })
    return await reportOn(watched(outcomes), dryRun)
  } finally {
    progress.end()
    await mind.close()
  }
}
