import { foreignSources } from '#ww/app/import/source-names.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'
import { terminalSurface } from '../support/terminal-surface.js'

/** What `--help` says of a command. */
export interface CommandHelp {
  /** `ww key create` */
  readonly name: string
  /** Long names of its own options, with their dashes; `--help` belongs to `ww`. */
  readonly options: readonly string[]
  readonly arguments: readonly string[]
}

const ownTitles = new Set(['Arguments', 'Options', 'Global Options', 'Examples', 'Programs'])

/** `ww` itself and every command there is, found as a person finds them: by asking each for its help. */
export async function everyCommand(path: readonly string[] = []): Promise<CommandHelp[]> {
  const { surface, stdout } = terminalSurface({ sources: foreignSources })
  await runCommandLine([...path, '--help'], surface)
  const parts = partsOf(String(stdout.read()))
  const commands = Object.entries(parts).flatMap(([title, lines]) =>
    ownTitles.has(title) ? [] : lines.flatMap((line) => /^ {2}([a-z][a-z-]*)(?: {2}|$)/.exec(line)?.[1] ?? []),
  )
  const own = {
    name: ['ww', ...path].join(' '),
    options: (parts.Options ?? [])
      .flatMap((line) => /^ {2}(?:-\w, )?(--[a-z-]+)/.exec(line)?.[1] ?? [])
      .filter((flag) => path.length === 0 || flag !== '--help'),
    arguments: (parts.Arguments ?? []).flatMap((line) => /^ {2}([a-z][a-z-]*)/.exec(line)?.[1] ?? []),
  }
  const below: CommandHelp[] = []
  for (const command of commands) below.push(...(await everyCommand([...path, command])))
  return [own, ...below]
}

/** Lines by the title above them. */
function partsOf(help: string): Readonly<Record<string, readonly string[]>> {
  const parts: Record<string, string[]> = {}
  let lines: string[] = []
  for (const line of help.split('\n')) {
    const title = /^([A-Z][A-Za-z ]*):$/.exec(line)?.[1]
    if (title === undefined) lines.push(line)
    else parts[title] = lines = []
  }
  return parts
}
