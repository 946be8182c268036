import { Command } from 'commander'
import { passphraseAsker } from '../backup/ask-passphrase.js'
import { type KeyOptions, writingOptions } from '../backup/encryption.js'
import { showProgress } from '../progress.js'
import { plural } from '../quantities.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { openTarget, streamTarget } from './files.js'

interface ExportOptions extends KeyOptions {
  readonly sessionFilter?: string
}

/** The format's name at the workspace door. */
const format = 'gwt-memory-jsonl-v1'

export function exportCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  return writingOptions(new Command('export'))
    .description('Write memories as JSON Lines: every kind, version and link.')
    .argument('[file]', 'File to write (default: standard output).')
    .option('--session-filter <text>', 'Only this session.')
    .addHelpText(
      'after',
      `\nExamples:\n  ${surface.name} export memories.jsonl\n  ${surface.name} export --project "*" | gzip > all.jsonl.gz`,
    )
    .action((file: string | undefined, own: ExportOptions) => exportTo(file, own, globalOptions(), surface))
}

async function exportTo(
  file: string | undefined,
  { sessionFilter, ...keys }: ExportOptions,
  options: GlobalOptions,
  { open, stdin, stdout, data, stderr, errorTerminal, encryption }: CliSurface,
): Promise<void> {
  const encrypter = await (await encryption()).encrypter(keys, passphraseAsker({ stdin, stderr }))
  const memory = await open(options, { command: 'export' })
  let written = 0
  try {
    const target = file === undefined ? streamTarget(data) : await openTarget(file)
    const progress = showProgress(stderr, errorTerminal)
    let isWhole = false
    try {
      const scope = { session_id: options.session, project: options.project, session_filter: sessionFilter }
      async function* plain(): AsyncGenerator<Uint8Array> {
        for await (const { total, lines } of memory.export(scope)) {
          yield Buffer.from(`${lines.join('\n')}\n`)
          written += lines.length
          progress.show(written / total, `${written} of ${plural(total, 'memory', 'memories')}`)
        }
      }
      for await (const piece of encrypter === undefined ? plain() : encrypter(plain())) await target.write(piece)
      isWhole = true
    } finally {
      progress.end()
      await target.end(isWhole)
    }
  } finally {
    await memory.close()
  }
  if (file === undefined) return
  const answer = { status: written === 0 ? 'empty' : 'ok', format, item_count: written, file }
  stdout.write(
    options.json
      ? `${JSON.stringify(answer, null, 2)}\n`
      : `Exported ${plural(written, 'memory', 'memories')} to ${file}\n`,
  )
}
