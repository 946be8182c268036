import { Argument, Command, Option } from 'commander'
import { once } from '../../once.js'
import type { CommandLine, Operation } from '../../operations/machinery/operation.js'
import { type CommandField, fieldsOf, toFlag, toValue } from './command-field.js'
import { readText } from './read-stdin.js'
import type { CliSurface } from './surface.js'

/** The typed input, which the operation validates. */
type Typed = Readonly<Record<string, unknown>>
type Run = (operation: Operation, read: () => Promise<Typed>, fields: readonly CommandField[]) => Promise<void>

/** The command of an operation, without its arguments and options: `complete` adds them to the one that is called. */
export function toCommand(operation: Operation, surface: Pick<CliSurface, 'name' | 'stdin' | 'stderr'>, run: Run) {
  const command = new Command(commandWords(operation).at(-1)).summary(operation.summary).description(operation.summary)
  const complete = once(() => addFields(command, operation, surface, run))
  return { command, complete }
}

/** Positional fields as arguments, the others as options. */
function addFields(
  command: Command,
  operation: Operation,
  surface: Pick<CliSurface, 'name' | 'stdin' | 'stderr'>,
  run: Run,
): void {
  const { commandLine } = operation
  const fields = fieldsOf(operation)
  const positional = (commandLine.positional ?? []).map((each) => fields.find((field) => field.name === each)!)
  const words = commandWords(operation)
  for (const field of positional) command.addArgument(toArgument(field, positional.length === 1))
  const options = fields.filter((field) => !field.isPositional)
  for (const field of options) for (const option of toOptions(field, commandLine)) command.addOption(option)
  command.addHelpText('after', examplesOf(commandLine, [surface.name, ...words].join(' ')))

  async function read(): Promise<Typed> {
    const input: Record<string, unknown> = {}
    for (const [index, field] of positional.entries()) {
      const typed: string | string[] | undefined = command.processedArgs[index]
      // commander gives an empty list when a repeatable argument is missing.
      if (typed === undefined || (Array.isArray(typed) && typed.length === 0)) continue
      if (isList(field)) {
        input[field.name] = fromOption(field, typed)
        continue
      }
      // One text may be typed without quotes.
      const text = Array.isArray(typed) ? typed.join(' ') : typed
      input[field.name] = text === '-' ? await readPiped(field, surface) : toValue(field, text)
    }
    const typedOptions = command.opts<Record<string, unknown>>()
    for (const field of options) {
      const typed = typedOptions[toAttribute(field)]
      if (typed === '-' && field.form === 'json') input[field.name] = toValue(field, await readPiped(field, surface))
      else if (typed !== undefined) input[field.name] = fromOption(field, typed as string | boolean | string[])
    }
    return input
  }
  command.action(() => run(operation, read, fields))
}

/** The words that call it: `skill create`, or its own name with dashes. */
export const commandWords = ({ name, commandLine: { command } }: Operation): readonly string[] =>
  command?.split(' ') ?? [name.replaceAll('_', '-')]

function examplesOf({ examples }: CommandLine, typed: string): string {
  if (examples.length === 0) return ''
  return `\nExamples:\n${examples.map((example) => `  ${typed} ${example}`.trimEnd()).join('\n')}`
}

/** Prose may be long, piped, and typed without quotes when it is the only argument. */
const isProse = ({ form, name }: CommandField): boolean => form === 'text' && !/(^|_)(id|time)$/.test(name)

function toArgument(field: CommandField, isSole: boolean): Argument {
  const mayRepeat = isSole && (isProse(field) || field.form === 'list')
  const name = `${field.name.replaceAll('_', '-')}${mayRepeat ? '...' : ''}`
  const description = isProse(field) ? `${field.description} "-" reads standard input.` : field.description
  return new Argument(field.isRequired ? `<${name}>` : `[${name}]`, description)
}

function toOptions(field: CommandField, { confirm }: CommandLine): Option[] {
  const flag = toFlag(field.name)
  if (confirm?.field === field.name) {
    const flags = `--${confirm.option}, ${flag.replace('--', '--no-')}`
    return [new Option(flags, `Do it. Without this: ${lowered(field.description)}`)]
  }
  if (field.form === 'switch') {
    const option = new Option(flag, `${field.description}${range(field)}`)
    // A required switch needs a way to say no.
    return field.isRequired ? [option, new Option(`--no-${flag.slice(2)}`, 'The opposite.')] : [option]
  }
  const piped = field.form === 'json' ? ' "-" reads standard input.' : ''
  const option = new Option(`${flag} <${placeholder(field)}>`, `${field.description}${piped}${range(field)}`)
  // Not `.choices`: the operation rejects wrong values with the contract's message.
  return [isList(field) ? repeatable(option) : option]
}

const isList = ({ form }: CommandField): boolean => form === 'list' || form === 'sentences'

/** Collects the values of an option that is given more than once. */
export const repeatable = (option: Option): Option =>
  option.argParser((typed: string, before: string[] | undefined) => [...(before ?? []), typed])

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

function placeholder({ name, form }: CommandField): string {
  if (form === 'sentences') return 'text'
  if (form !== 'text') return form
  return /time/.test(name) ? 'time' : 'text'
}

/** Allowed values and the default. A list's default is "all" or "none", which its description says. */
function range({ form, choices, fallback, isRequired }: CommandField): string {
  const parts = [
    ...(isRequired ? ['required'] : []),
    ...(form === 'sentences' ? ['once for each'] : []),
    ...(choices.length === 0 ? [] : [choices.join(', ')]),
    ...(typeof fallback === 'number' || typeof fallback === 'string' ? [`default: ${fallback}`] : []),
  ]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

/** commander's name for the option's value. */
const toAttribute = ({ name }: CommandField): string => new Option(toFlag(name)).attributeName()

function fromOption(field: CommandField, typed: string | boolean | readonly string[]): unknown {
  if (typeof typed === 'boolean') return typed
  if (typeof typed === 'string') return toValue(field, typed)
  return typed.flatMap((each) => toValue(field, each))
}

function readPiped({ name }: CommandField, { stdin, stderr }: Pick<CliSurface, 'stdin' | 'stderr'>): Promise<string> {
  if (stdin.isTTY) stderr.write('Type the text, then press Ctrl-D on a line of its own.\n')
  return readText(stdin, name)
}
