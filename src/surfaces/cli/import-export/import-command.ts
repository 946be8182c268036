import { Command } from 'commander'
import { invalid, WorldWeaverError } from '../../../errors.js'
import { kinds } from '../../../memory/memory.js'
import { type ImportReport, reportOn } from '../../../operations/import-export/import-report.js'
import { passphraseAsker } from '../backup/ask-passphrase.js'
import { type KeyOptions, readingOptions } from '../backup/encryption.js'
import { showProgress } from '../progress.js'
import { plural } from '../quantities.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { openSource, type Source } from './files.js'
import { importHistory } from './import-history.js'
import { renderImport } from './render-import.js'

interface ImportOptions extends KeyOptions {
  readonly dryRun?: boolean
  readonly kind?: string
}

/** `onFailure` is called when a line could not be imported. */
export function importCommand(surface: CliSurface, globalOptions: () => GlobalOptions, onFailure: () => void): Command {
  const width = Math.max(...surface.sources.map(({ name }) => name.length))
  const programs = surface.sources.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return readingOptions(new Command('import'))
    .description('Import memories from JSON Lines or from another program.')
    .argument(
      '<from>',
      'A file of JSON Lines, as export writes it or as {"content": "…"} ("-" reads standard input); or a program.',
    )
    .argument('[path]', 'Where the program stores its data, if not in the default place.')
    .option('--dry-run', 'Only print what would be done.')
    .option('--kind <text>', `Kind of lines without one (${kinds.join(', ')}; default: episode)`)
    .addHelpText(
      'after',
      `\nPrograms:\n${programs.join('\n')}\n\nExamples:\n  ${surface.name} import claude-code --dry-run\n  ${surface.name} import chatgpt ~/Downloads/export.zip\n  ${surface.name} import memories.jsonl --dry-run\n  gunzip -c all.jsonl.gz | ${surface.name} import - --project "*"`,
    )
    .action(async (from: string, path: string | undefined, own: ImportOptions) => {
      const options = globalOptions()
      const isProgram = surface.sources.some(({ name }) => name === from)
      if (!isProgram && path !== undefined)
        throw invalid('<from>', `<from> must be one of ${names(surface)} when a path follows`)
      const report = isProgram
        ? await importProgram(from, path, own, options, surface)
        : await importFrom(from, own, options, surface)
      const lines = options.json ? [JSON.stringify(report, null, 2)] : renderImport(report, surface.terminal)
      surface.stdout.write(`${lines.join('\n')}\n`)
      if (report.error_count > 0) onFailure()
    })
}

const names = ({ sources }: CliSurface): string => sources.map(({ name }) => name).join(', ')

async function importProgram(
  source: string,
  path: string | undefined,
  { dryRun = false, kind }: ImportOptions,
  options: GlobalOptions,
  surface: CliSurface,
): Promise<ImportReport> {
  if (kind !== undefined) throw invalid('--kind', `--kind is for JSON Lines; ${source} says what each memory is`)
  const history = await surface.openHistory(source, { path, project: options.project })
  if (history.files === 0) {
    const where = path === undefined ? 'in the default place' : `at ${path}`
    throw new WorldWeaverError('not_found', `Found nothing of ${source} ${where}`)
  }
  const memory = await surface.open(options, { work: 'bulk', command: 'import' })
  try {
    return await importHistory(history, memory, { ...options, dryRun }, surface)
  } finally {
    await memory.close()
  }
}

async function importFrom(
  file: string,
  { dryRun = false, kind, ...keys }: ImportOptions,
  options: GlobalOptions,
  { open, stdin, stderr, errorTerminal, encryption }: CliSurface,
): Promise<ImportReport> {
  const source: Source = file === '-' ? { bytes: stdin, size: undefined } : await openSource(file)
  const { decrypted } = await encryption()
  const bytes = await decrypted(source.bytes, source.reopen, keys, passphraseAsker({ stdin, stderr }))
  const progress = showProgress(stderr, errorTerminal)
  const memory = await open(options, { work: 'bulk', command: 'import' })
  let read = 0
  let lines = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) {
      read += part.length
      yield part
    }
  }
  function show(): void {
    lines++
    progress.show(source.size === undefined ? undefined : read / source.size, plural(lines, 'line', 'lines'))
  }
  try {
    const scope = { session_id: options.session, project: options.project }
    // Not checked here, so that the operation rejects it with the same message as at every other door.
    const outcomes = memory.import(counted(), { ...scope, kind: kind as never, dry_run: dryRun })
    return await reportOn(outcomes, dryRun, show)
  } finally {
    progress.end()
    await memory.close()
  }
}
