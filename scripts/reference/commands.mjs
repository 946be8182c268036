// The commands of `ww`, from the commander program that runs them.

import { version } from '../../dist/app/configuration/version.js'
import { foreignSources } from '../../dist/app/import/source-names.js'
import { operations } from '../../dist/operations/index.js'
import { fieldsOf } from '../../dist/surfaces/cli/command-field.js'
import { allBelow, pathOf } from '../../dist/surfaces/cli/command-groups.js'
import { createCommandLine } from '../../dist/surfaces/cli/command-line.js'
import { commandWords } from '../../dist/surfaces/cli/operation-command.js'
import { describeTerminal } from '../../dist/surfaces/cli/terminal.js'
import { code, linkTo, paragraphs, prose, table } from './markdown.mjs'

let printed = ''
const stream = {
  write(text) {
    printed += text
  },
}
const terminal = describeTerminal({}, { NO_COLOR: '1' })

/** Only for its description: no command runs. */
const program = createCommandLine([], {
  ...{ name: 'ww', version, operations, sources: foreignSources, terminal, errorTerminal: terminal },
  ...{ stdin: stream, stdout: stream, stderr: stream, now: Date.now },
}).describe()

const nameOf = (command) => code(['ww', ...pathOf(command)].join(' '))
const headingsOf = (commands) => [...new Set(commands.map((command) => command.helpGroup()))]
const operationOf = new Map(operations.map((operation) => [commandWords(operation).join(' '), operation]))

/** The groups of `ww --help`, each command followed by its subcommands. */
const groups = headingsOf(program.commands).map((heading) => ({
  title: heading.replace(/:$/, ''),
  top: program.commands.filter((command) => command.helpGroup() === heading),
}))

/** For the table of contents. */
export const commandGroups = [
  ...groups.map(({ title, top }) => ({ title: linkTo(title), commands: top.map(nameOf) })),
  ...program.commands
    .filter(({ commands }) => commands.length > 0)
    .map((parent) => ({ title: `Below ${nameOf(parent)}`, commands: allBelow(parent).map(nameOf) })),
]

export const commandsSection = () =>
  paragraphs(
    '## Commands',
    '`ww <command> --help` says the same in the terminal. `world-weaver` is another name of `ww`; without an installation it is `npx -y world-weaver@<version> <command>`. Every command takes',
    optionTable(program, program.createHelp().visibleOptions(program)),
    'Text that begins with a dash comes after `--`. A list is typed with commas, or by repeating its option; an object is typed as JSON. What a command prints for a person may change; what a command of an operation prints with `--json` is the operation’s answer. The [exit codes](#exit-codes-of-ww) are with the errors.',
    ...groups.map(({ title, top }) =>
      paragraphs(`### ${title}`, ...top.flatMap((command) => [command, ...allBelow(command)]).map(section)),
    ),
  )

function section(command) {
  const operation = operationOf.get(pathOf(command).join(' '))
  const { blocks, examples } = readHelp(command)
  return paragraphs(
    `#### ${nameOf(command)}`,
    prose(command.description()),
    usage(command, operation),
    command.commands.length === 0
      ? undefined
      : `Commands: ${command.commands.map((each) => linkTo(nameOf(each))).join(', ')}.`,
    optionTable(command),
    ...blocks,
    operation === undefined && examples.length > 0
      ? `Examples:\n\n${examples.map((example) => `- ${code(example)}`).join('\n')}`
      : undefined,
  )
}

function usage(command, operation) {
  const typed = `Usage: ${code(['ww', ...pathOf(command), command.usage()].join(' '))}`
  if (operation === undefined) return typed
  const hasExamples = operation.commandLine.examples.length > 0
  return `${typed} · runs ${linkTo(code(operation.name))}${hasExamples ? ', which has examples' : ''}`
}

function optionTable(command, options = command.options) {
  const operation = operationOf.get(pathOf(command).join(' '))
  const choices = new Map(
    operation === undefined ? [] : fieldsOf(operation).map((field) => [field.name.replaceAll('_', '-'), field.choices]),
  )
  const taken = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`
    // An option's description names its choices itself.
    const oneOf = choices.get(argument.name()) ?? []
    const words = `${argument.description}${oneOf.length === 0 ? '' : ` (${oneOf.join(', ')})`}`
    return [code(argument.required ? `<${name}>` : `[${name}]`), prose(words)]
  })
  const rows = [...taken, ...options.map((option) => [code(option.flags), prose(wordsOf(option))])]
  return rows.length === 0 ? undefined : table([taken.length === 0 ? 'option' : 'argument or option', ''], rows)
}

function wordsOf({ description, defaultValue, mandatory, negate }) {
  const need = mandatory ? ' Required.' : ''
  const fallback = defaultValue === undefined || negate ? '' : ` Default: ${code(defaultValue)}.`
  return `${description}${need}${fallback}`
}

/** The rest of a command's help after its options: examples and titled lists. */
function readHelp(command) {
  printed = ''
  command.outputHelp()
  const titled = [...printed.matchAll(/^(Examples|Programs):\n((?: {2}\S.*\n?)+)/gm)].map(([, title, text]) => [
    title,
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.trim()),
  ])
  const linesOf = (wanted) => titled.find(([title]) => title === wanted)?.[1] ?? []
  const programs = linesOf('Programs').map((line) => /^(\S+) +(.*)$/.exec(line).slice(1))
  return {
    examples: linesOf('Examples'),
    blocks:
      programs.length === 0
        ? []
        : [
            table(
              ['program', ''],
              programs.map(([name, about]) => [code(name), prose(about)]),
            ),
          ],
  }
}
