import { Command, CommanderError } from 'commander'
import { invalid, toErrorBody, WorldWeaverError } from '../../errors.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import type { Operation } from '../../operations/machinery/operation.js'
import { isRefusal, type RefusalBody } from '../../operations/machinery/refusal.js'
import { toPrintable } from '../../terminal-text.js'
import { askCommand } from './ask/ask-command.js'
import { offerFixes } from './audit/fix-option.js'
import { logCommand } from './audit/log-command.js'
import { backupCommand } from './backup/backup-command.js'
import { restoreCommand } from './backup/restore-command.js'
import type { CommandField } from './command-field.js'
import { addInGroups, allBelow, pathOf } from './command-groups.js'
import { connectCommand } from './connect/connect-command.js'
import { disconnectCommand } from './connect/disconnect-command.js'
import { uninstallCommand } from './connect/uninstall-command.js'
import { upgradeCommand } from './connect/upgrade-command.js'
import { migrateCommand } from './engine-copy/migrate-command.js'
import { moveCommand } from './engine-copy/move-command.js'
import { toErrorLine } from './error-line.js'
import { hookCommand } from './hooks/hook-command.js'
import { hooksCommand } from './hooks/hooks-command.js'
import { pauseCommand, resumeCommand } from './hooks/pause-command.js'
import { undoCommand } from './hooks/undo-command.js'
import { exportCommand } from './import-export/export-command.js'
import { importCommand } from './import-export/import-command.js'
import { keyCommand } from './keys/key-command.js'
import { commandWords, toCommand } from './operation-command.js'
import { showProgress } from './progress.js'
import { quarantineCommand } from './quarantine/quarantine-command.js'
import { toRefusalLines } from './refusal-lines.js'
import { renderAnswer } from './rendering/answer.js'
import { renderReport } from './rendering/doctor.js'
import { reviewInTerminal } from './review/review-command.js'
import { schemaCommand } from './schema-command.js'
import type { CliSurface, GlobalOptions, OpenMemory, ServeOptions } from './surface.js'
import { tryCommand } from './try/try-command.js'
import { addWorkspaceView } from './workspace-command.js'

const everyday = ['remember', 'recall', 'memory_stats', 'audit_memory', 'review_memory']

/** 0: success. 1: failure. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2

/** Runs one command and returns its exit code. */
export async function runCommandLine(argv: readonly string[], surface: CliSurface): Promise<ExitCode> {
  return createCommandLine(argv, surface).run()
}

interface CommandLineProgram {
  /** Every command with its arguments and options. */
  readonly describe: () => Command
  readonly run: () => Promise<ExitCode>
}

/** The program that parses `argv`. @public scripts/reference writes the reference from its commands. */
export function createCommandLine(argv: readonly string[], surface: CliSurface): CommandLineProgram {
  const { stdout, stderr, terminal, errorTerminal, name } = surface
  const wantsJson = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--json')
  let code: ExitCode = 0
  const print = (text: string) => stdout.write(`${text}\n`)
  const printJson = (value: unknown) => print(JSON.stringify(value, null, 2))

  function fail(error: WorldWeaverError, fields: readonly CommandField[] = []): void {
    code = 1
    if (wantsJson) printJson(toErrorBody(error))
    else stderr.write(`${errorTerminal.style.red(`${name}:`)} ${toPrintable(toErrorLine(error, fields, name))}\n`)
  }

  /** GWT1: a refusal is an answer to an agent, and a failure to a shell. */
  function refuse(answer: RefusalBody): void {
    code = 1
    if (wantsJson) printJson(answer)
    else stderr.write(`${errorTerminal.style.red(`${name}:`)} ${toRefusalLines(answer).join('\n')}\n`)
  }

  async function run(
    operation: Operation,
    read: () => Promise<Readonly<Record<string, unknown>>>,
    fields: readonly CommandField[],
  ): Promise<void> {
    const options = program.opts<GlobalOptions>()
    let memory: OpenMemory | undefined
    try {
      const asked = await read()
      memory = await surface.open(options, { command: commandWords(operation).join(' ') })
      const progress = showProgress(stderr, errorTerminal)
      const answer = await memory
        .invoke(
          operation,
          { ...asked, session_id: options.session, project: options.project },
          { onProgress: ({ done, total, message }) => progress.show(total === 0 ? undefined : done / total, message) },
        )
        .finally(() => progress.end())
      if (operation.name === 'recall' && (await surface.countKeeping(options)) > 0)
        stderr.write('A session that has just ended is still being stored: ask again in a few seconds.\n')
      if (isRefusal(operation, answer)) refuse(answer)
      else if (wantsJson) printJson(answer)
      else {
        const { session, project } = options
        print(renderAnswer(operation, answer, { terminal, now: surface.now(), asked: { ...asked, session, project } }))
      }
    } catch (error) {
      if (!(error instanceof WorldWeaverError)) throw error
      fail(error, fields)
    } finally {
      await memory?.close()
    }
  }

  const sessions: string[] = []
  const program = createProgram(surface, (typed) => sessions.push(typed))
  const globalOptions = () => program.opts<GlobalOptions>()
  const isEveryday = ({ name: operation }: Operation) => everyday.includes(operation)
  const everydayFirst = [...surface.operations].sort((a, b) => Number(isEveryday(b)) - Number(isEveryday(a)))
  // Reading the fields of every operation would take longer than most commands: only the one that is called gets them.
  const completions = new Map<Command, () => void>()
  const complete = (command: Command) => completions.get(command)?.()
  for (const operation of everydayFirst) {
    const heading = isEveryday(operation) ? 'Every day:' : 'More:'
    const runs = operation.name === 'review_memory' ? reviewInTerminal(run, surface, globalOptions) : run
    const called = toCommand(operation, surface, runs)
    completions.set(called.command, called.complete)
    addInGroups(program, commandWords(operation), called.command, heading)
  }
  program
    .command('demo')
    .helpGroup('Every day:')
    .description('Show a short story in an empty, temporary memory, over MCP.')
    .option('--slow', 'Pause between the scenes.')
    .action(async (own) => {
      if (!(await surface.runDemo({ ...program.opts(), ...own }))) code = 1
    })
  program
    .command('doctor')
    .helpGroup('Every day:')
    .description('Check everything that must work, and say how to fix what does not.')
    .option('--full', 'Check the whole database, indexes included.')
    .option('--fix', 'Repair what can be repaired, after a backup.')
    .option('--dry-run', 'With --fix: only say what would be repaired.')
    .option('--restore', 'With --fix: replace a database that cannot be repaired by its newest backup.')
    .action(async (own) => {
      const report = await surface.examine({ ...program.opts(), ...own })
      if (wantsJson) printJson(report)
      else print(renderReport(report, terminal))
      if (!report.healthy) code = 1
    })
  program
    .command('serve')
    .helpGroup('Every day:')
    .description(
      'Serve the memory to other programs over HTTP, by default on this machine only: MCP, REST and the workflow.',
    )
    .option('--port <number>', 'Port to listen on.', toPort, 8000)
    .option('--host <address>', 'Address to listen on; any but 127.0.0.1 needs a key.', notEmpty('--host'), '127.0.0.1')
    .option('--auth', 'Require a key from callers on this machine, too (WW_AUTH=required).')
    .option('--allow-host <name...>', 'Further host names that callers may use, such as behind a proxy.')
    .option('--allow-origin <origin...>', 'Origins of web pages that may call it, such as https://app.example.org.')
    .action((own: ServeOptions) => surface.serve({ ...program.opts(), ...own }))
  program
    .command('mcp')
    .helpGroup('Every day:')
    .description('Serve the memory to an agent, over MCP on standard input and output.')
    .action(() => surface.serveMcp(program.opts()))

  const workspace = program.commands.find((command) => command.name() === 'mind')
  if (workspace !== undefined) addWorkspaceView(workspace, surface, globalOptions)
  const audit = program.commands.find((command) => command.name() === 'audit')
  if (audit !== undefined) {
    const addFields = completions.get(audit)
    completions.set(audit, () => {
      addFields?.()
      offerFixes(audit, surface, globalOptions, () => code !== 0)
    })
  }
  const onFailure = () => {
    code = 1
  }
  program.addCommand(askCommand(surface, globalOptions, onFailure).helpGroup('Every day:'))
  program.addCommand(connectCommand(surface, globalOptions, onFailure).helpGroup('Every day:'))
  program.addCommand(disconnectCommand(surface, globalOptions, onFailure).helpGroup('Every day:'))
  program.addCommand(upgradeCommand(surface, globalOptions, onFailure).helpGroup('More:'))
  program.addCommand(uninstallCommand(surface, globalOptions, onFailure).helpGroup('More:'))
  program.addCommand(exportCommand(surface, globalOptions).helpGroup('Every day:'))
  program.addCommand(importCommand(surface, globalOptions, onFailure).helpGroup('Every day:'))
  program.addCommand(backupCommand(surface, globalOptions).helpGroup('Every day:'))
  program.addCommand(restoreCommand(surface, globalOptions).helpGroup('Every day:'))
  program.addCommand(tryCommand(surface, globalOptions).helpGroup('Every day:'))
  program.addCommand(moveCommand(surface, globalOptions).helpGroup('More:'))
  program.addCommand(migrateCommand(surface, globalOptions).helpGroup('More:'))
  program.addCommand(schemaCommand(surface).helpGroup('More:'))
  program.addCommand(logCommand(surface, globalOptions).helpGroup('More:'))
  program.addCommand(keyCommand(surface, () => ({ ...globalOptions(), sessions })).helpGroup('More:'))
  program.addCommand(quarantineCommand(surface, globalOptions).helpGroup('More:'))
  program.addCommand(hookCommand(surface, globalOptions).helpGroup('More:'))
  program.addCommand(hooksCommand(surface, globalOptions).helpGroup('Every day:'))
  program.addCommand(undoCommand(surface, globalOptions).helpGroup('Every day:'))
  program.addCommand(pauseCommand(surface, globalOptions).helpGroup('Every day:'))
  program.addCommand(resumeCommand(surface, globalOptions).helpGroup('Every day:'))

  for (const command of [program, ...allBelow(program)]) {
    if (command.commands.length > 0) command.hook('preSubcommand', (_, called) => complete(called))
  }

  let refusedBy = program
  prepare(program, surface, wantsJson, (command) => {
    refusedBy = command
  })

  async function parse(): Promise<ExitCode> {
    try {
      if (argv.length === 0) program.outputHelp()
      else await program.parseAsync(argv, { from: 'user' })
    } catch (error) {
      if (error instanceof WorldWeaverError) fail(error)
      else if (!(error instanceof CommanderError)) throw error
      else if (error.exitCode !== 0) {
        // A group that is called without a subcommand shows its help.
        const isHelp = error.code === 'commander.help'
        if (isHelp && !wantsJson) return code
        code = 2
        const isText = error.code === 'commander.unknownOption' && hasDashedText(argv)
        const hint = isText ? ' Text that begins with a dash comes after "--".' : ''
        // The message repeats what was typed, which may be a secret: a private key begins with a dash.
        const message = isHelp ? 'a command is missing.' : redactSecrets(`${withoutPrefix(error.message)}${hint}`).text
        const help = `See "${[name, ...pathOf(refusedBy), '--help'].join(' ')}".`
        if (wantsJson) printJson({ error: 'validation_error', message })
        else
          stderr.write(
            `${errorTerminal.style.red(`${name}:`)} ${toPrintable(message)} ${errorTerminal.style.dim(help)}\n`,
          )
      }
    }
    return code
  }

  function describe(): Command {
    for (const command of completions.keys()) complete(command)
    return program
  }

  return { describe, run: parse }
}

function createProgram({ name, version }: CliSurface, onSession: (typed: string) => void): Command {
  return new Command(name)
    .description('Memory for AI agents. Local: nothing leaves this machine.')
    .version(version, '-v, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show help.')
    .helpCommand(false)
    .option('--json', 'Print the answer as JSON.')
    .option('--data-dir <folder>', 'Where memories are stored, if not in WW_DATA_DIR.', notEmpty('--data-dir'))
    .option('--session <id>', 'Session to act in, if not WW_SESSION_ID.', (typed) => {
      onSession(notEmpty('--session')(typed))
      return typed
    })
    .option('--tenant <name>', 'Tenant whose memories to open, if not WW_TENANT or your own.', notEmpty('--tenant'))
    .option(
      '--project <name>',
      'Project to act in, if not WW_PROJECT or the git repository; "*" reads all.',
      notEmpty('--project'),
    )
    .addHelpText(
      'after',
      `
Examples:
  ${name} remember "The staging database moved to port 5433"
  ${name} recall "which port does staging use?"
  ${name} <command> --help`,
    )
}

function toPort(typed: string): number {
  const port = Number(typed)
  if (!/^\d+$/.test(typed) || port > 65_535) throw invalid('--port', '--port must be a number from 0 to 65535')
  return port
}

/** An empty environment variable counts as unset; an empty option is an error, such as an unset shell variable. */
const notEmpty = (flag: string) => (typed: string) => {
  if (typed === '') throw invalid(flag, `${flag} must not be empty`)
  return typed
}

/** Text that looks like an option: "-5 degrees", "- buy milk", "--force was a mistake". */
const hasDashedText = (argv: readonly string[]): boolean => argv.some((each) => /^-(?!-[a-z-]*(?:=|$)|$)/.test(each))

/** Configures all commands. Errors carry commander's message; `onRefusal` receives the command that refused. */
function prepare(
  program: Command,
  { stdout, terminal }: CliSurface,
  wantsJson: boolean,
  onRefusal: (by: Command) => void,
) {
  for (const command of [program, ...allBelow(program)]) {
    command
      .exitOverride()
      .helpOption('-h, --help', 'Show help.')
      .configureHelp({
        helpWidth: terminal.columns,
        minWidthToWrap: 20,
        showGlobalOptions: true,
        // Arguments and options are in the help of the subcommand.
        subcommandTerm: (subcommand) => subcommand.name(),
        styleTitle: terminal.style.bold,
      })
      .configureOutput({
        writeOut: (text) => stdout.write(text),
        // Only the help of a group without a subcommand is written here.
        writeErr: (text) => {
          if (!wantsJson) stdout.write(text)
        },
        outputError: () => onRefusal(command),
      })
  }
}

/** commander puts its suggestion on a second line. */
const withoutPrefix = (message: string): string =>
  message
    .trim()
    .replace(/^error: /, '')
    .replace(/\n\((.*)\)$/s, '. $1')
    .replace(/(?<![.?!])$/, '.')
