import { isJsonObject } from '../../plain-object.js'
import type { Json, JsonObject } from '../memory.js'
import type { Step } from './procedure.js'
import { shortLine } from './short-line.js'

/** Names of the main parameter of a tool call, most informative first. */
const mainKeys = ['command', 'cmd', 'query', 'url', 'file_path', 'path', 'file', 'pattern', 'name', 'task', 'prompt']
const commandKeys = ['command', 'cmd']
const maxMainParameterLength = 80

/** The steps of a trajectory, in the order they were taken. */
export const toSteps = (trajectory: readonly JsonObject[]): Step[] =>
  trajectory.map((step, index) => toStep(step, index + 1))

/** PRO2: the action is `action`, else `description`, else a short sentence from tool and main parameter. */
function toStep(step: JsonObject, order: number): Step {
  const { action, description, tool, parameters = null, command, result, ...rest } = step
  const inWords = textIn(action)
  const call = { tool: textIn(tool) ?? null, parameters, command: textIn(command) ?? commandIn(parameters) }
  // A description besides an action is kept.
  const other = inWords === undefined || description == null ? rest : { description, ...rest }
  return {
    order,
    action: inWords ?? textIn(description) ?? describeCall(call),
    tool: call.tool,
    parameters,
    ...(call.command === undefined ? {} : { command: call.command }),
    ...(result === undefined ? {} : { result }),
    ...(Object.keys(other).length === 0 ? {} : { other }),
  }
}

/** Whether the step says what was done, without which it cannot be repeated. */
export const hasAction = (step: JsonObject): boolean => toStep(step, 1).action !== ''

/** "Run command pytest tests/", from `run_command` and its parameter. */
export function describeCall({ tool, parameters, command }: Pick<Step, 'tool' | 'parameters' | 'command'>): string {
  const main = command ?? mainParameter(parameters)
  const words = [
    ...(tool === null ? [] : [toWords(tool)]),
    ...(main === undefined ? [] : [shortLine(main, maxMainParameterLength)]),
  ]
  return words.join(' ')
}

function mainParameter(parameters: Json): string | undefined {
  if (!isJsonObject(parameters)) return textIn(parameters)
  const values = [...mainKeys.filter((key) => Object.hasOwn(parameters, key)), ...Object.keys(parameters)].map(
    (key) => parameters[key],
  )
  const informative = values.find((value) => textIn(value) !== undefined || typeof value === 'number')
  return informative === undefined ? undefined : String(informative)
}

/** `writeFile` and `write_file` become "Write file". */
function toWords(tool: string): string {
  const words = tool
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .split(/[\s_./:-]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word))
    .join(' ')
  return words === '' ? tool : words.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
}

function commandIn(parameters: Json): string | undefined {
  if (!isJsonObject(parameters)) return undefined
  const key = commandKeys.find((key) => Object.hasOwn(parameters, key) && textIn(parameters[key]) !== undefined)
  return key === undefined ? undefined : textIn(parameters[key])
}

/** The parameters with the command replaced. */
export function withCommand(parameters: Json, before: string, after: string): Json {
  if (!isJsonObject(parameters)) return parameters
  return Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      commandKeys.includes(key) && value === before ? after : value,
    ]),
  )
}

/** The value if it is a text that is not blank. */
const textIn = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
